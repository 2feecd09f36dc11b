/** Secrets that a person types. They live in the open screen only and are never shown again. */
export interface TypedSecrets {
  readonly apiKey: string;
  readonly username: string;
  readonly password: string;
  readonly relayToken: string;
}

export const noSecrets: TypedSecrets = { apiKey: '', username: '', password: '', relayToken: '' };
