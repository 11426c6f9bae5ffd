export interface Servers {
  postgres: string | undefined
  initdb: string | undefined
  redis: string | undefined
}

export interface Account {
  name: string
  uid: number
  gid: number
}

export function findServers(): Servers
export function findOtherAccount(): Account | undefined
export function ensureServers(): void
