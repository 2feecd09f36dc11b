/** The constants of every seeded fleet: the things tests, demo and README rely on. */
export const notable = {
  customerId: 4711,
  otherCustomerId: 4712,
  /** The user for test assignments, "Bay 3 Tester". */
  testUserId: 9001,
  boxes: {
    /** Box M (SAP-100), with a service, in no car. */
    free: [
      '001234021',
      '001234022',
      '001234023',
      '001234024',
      '001234025',
      '001234026',
      '001234027',
      '001234028',
    ],
    freeSmall: ['001234031', '001234032', '001234033', '001234034'],
    freeLarge: ['001234041', '001234042', '001234043', '001234044'],
    /** In no car, never had a service: installing answers 409. */
    withoutService: '001234901',
    /** In no car, its service is terminated: installing answers 409. */
    terminatedService: '001234902',
    /** In the car with the plate `inAnotherCar`: installing answers 409. */
    installed: '001234017',
    /** Belongs to the other customer: installing answers 404. */
    ofOtherCustomer: '001299001',
  },
  iq: { free: ['007710001', '007710002'] },
  /** The text on the label of the Box 001234021. */
  uniqueIdOfFirstFreeBox: 'C1-08-F0-94',
  plates: {
    /** A Mercedes-Benz Vito with the VIN W1V44770513872041 and nothing installed. */
    withoutBox: 'M BX 1077',
    alsoWithoutBox: ['M BX 1042', 'K HO 77', 'M BX 1080', 'M BX 1063'],
    inAnotherCar: 'B AL 209',
  },
  /** A group without any member. */
  emptyGroup: 'New arrivals',
} as const;
