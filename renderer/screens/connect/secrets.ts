/** What a person types and nobody may see again. Lives in the open screen only. */
export interface TypedSecrets {
  readonly apiKey: string;
  readonly username: string;
  readonly password: string;
  readonly relayToken: string;
}

export const noSecrets: TypedSecrets = { apiKey: '', username: '', password: '', relayToken: '' };
