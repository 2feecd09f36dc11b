/** Makes and models of the seeded cars. `wmi` is the start of a VIN of that make. */
export type Make = {
  readonly brand: string;
  readonly wmi: string;
  readonly vans: readonly string[];
  readonly cars: readonly string[];
};

export const makes: readonly Make[] = [
  {
    brand: 'Volkswagen',
    wmi: 'WV2',
    vans: ['Caddy', 'Transporter', 'Crafter', 'ID. Buzz Cargo'],
    cars: ['Golf', 'Passat', 'ID.3'],
  },
  { brand: 'Mercedes-Benz', wmi: 'W1V', vans: ['Vito', 'Sprinter', 'Citan'], cars: ['A 180', 'EQB'] },
  {
    brand: 'Ford',
    wmi: 'WF0',
    vans: ['Transit', 'Transit Custom', 'Transit Connect'],
    cars: ['Focus', 'Kuga'],
  },
  { brand: 'Renault', wmi: 'VF1', vans: ['Kangoo', 'Trafic', 'Master'], cars: ['Clio', 'Mégane'] },
  { brand: 'Opel', wmi: 'W0V', vans: ['Vivaro', 'Combo', 'Movano'], cars: ['Corsa', 'Astra'] },
  { brand: 'Peugeot', wmi: 'VF3', vans: ['Partner', 'Expert', 'Boxer'], cars: ['208', '308'] },
  { brand: 'Citroën', wmi: 'VF7', vans: ['Berlingo', 'Jumpy', 'Jumper'], cars: ['C3', 'ë-C4'] },
  { brand: 'Fiat', wmi: 'ZFA', vans: ['Ducato', 'Doblò', 'Scudo'], cars: ['500', 'Tipo'] },
  { brand: 'Toyota', wmi: 'YAR', vans: ['Proace', 'Proace City'], cars: ['Yaris', 'Corolla'] },
  { brand: 'Škoda', wmi: 'TMB', vans: [], cars: ['Octavia', 'Fabia', 'Enyaq'] },
  { brand: 'BMW', wmi: 'WBA', vans: [], cars: ['118i', '320d', 'iX1'] },
  { brand: 'Nissan', wmi: 'VSK', vans: ['Townstar', 'Primastar'], cars: ['Leaf'] },
];
