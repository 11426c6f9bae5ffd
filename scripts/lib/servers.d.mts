export interface Servers {
  postgres: string | undefined
  initdb: string | undefined
  redis: string | undefined
}

export function findServers(): Servers
export function ensureServers(): void
