import { z } from 'zod';

/**
 * Ids of different kinds are different types. Operator ids are numbers (the spec's "database ID", assumed int32) and may
 * arrive as numeric strings (assumed for `customer.id`), so both parse to the number. Local ids are UUIDs.
 */
const operatorId = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,10}$/)
      .transform(Number),
  ])
  .pipe(z.number().int().nonnegative().max(2_147_483_647));

export const carId = operatorId.brand<'CarId'>();
export type CarId = z.infer<typeof carId>;
export const userId = operatorId.brand<'UserId'>();
export type UserId = z.infer<typeof userId>;
export const groupId = operatorId.brand<'GroupId'>();
export type GroupId = z.infer<typeof groupId>;
export const productId = operatorId.brand<'ProductId'>();
export type ProductId = z.infer<typeof productId>;
export const serviceId = operatorId.brand<'ServiceId'>();
export type ServiceId = z.infer<typeof serviceId>;
export const assignmentId = operatorId.brand<'AssignmentId'>();
export type AssignmentId = z.infer<typeof assignmentId>;
export const customerId = operatorId.brand<'CustomerId'>();
export type CustomerId = z.infer<typeof customerId>;
export const eventId = operatorId.brand<'EventId'>();
export type EventId = z.infer<typeof eventId>;
export const keyId = operatorId.brand<'KeyId'>();
export type KeyId = z.infer<typeof keyId>;

/** Our own ids: UUIDs from the injected id source. They carry no order; sequence numbers do. */
export const operationId = z.uuid().brand<'OperationId'>();
export type OperationId = z.infer<typeof operationId>;
export const jobId = z.uuid().brand<'JobId'>();
export type JobId = z.infer<typeof jobId>;
export const logEntryId = z.uuid().brand<'LogEntryId'>();
export type LogEntryId = z.infer<typeof logEntryId>;
/** A row of local assignment state (spec part 3), which exists before the operator has assigned its own id. */
export const localAssignmentId = z.uuid().brand<'LocalAssignmentId'>();
export type LocalAssignmentId = z.infer<typeof localAssignmentId>;
/** A series of similar cars that are fitted one after the other. */
export const seriesId = z.uuid().brand<'SeriesId'>();
export type SeriesId = z.infer<typeof seriesId>;
/** A car of an imported list that is to be fitted. */
export const plannedCarId = z.uuid().brand<'PlannedCarId'>();
export type PlannedCarId = z.infer<typeof plannedCarId>;
/** A job that the office planned, known by the same id on every laptop. */
export const plannedJobId = z.uuid().brand<'PlannedJobId'>();
export type PlannedJobId = z.infer<typeof plannedJobId>;
/** A fitting instruction, known by the same id on every laptop. */
export const instructionId = z.uuid().brand<'InstructionId'>();
export type InstructionId = z.infer<typeof instructionId>;
/** A person who works at this laptop. */
export const personId = z.uuid().brand<'PersonId'>();
export type PersonId = z.infer<typeof personId>;
/** A customer in one environment at one operator address; the folder of its data has the same name. */
export const connectionId = z
  .string()
  .regex(/^(?:uat|prod)-[0-9a-f]{12}\/\d{1,10}$/)
  .brand<'ConnectionId'>();
export type ConnectionId = z.infer<typeof connectionId>;

/** The name of a template, an item or an option; its meaning never changes. */
export const checklistName = z.string().regex(/^[a-z0-9-]{1,60}$/);

/** The operator's two environments. Identifiers and credentials of one never reach the other. */
export const environment = z.enum(['uat', 'prod']);
export type Environment = z.infer<typeof environment>;
