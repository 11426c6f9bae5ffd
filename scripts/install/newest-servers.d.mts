export interface Release {
  name: string
  version: string
  suite: string
  major: number
}

export interface Stage {
  name: string
  report: string
  servers?: boolean
  env?: Record<string, string>
}

export function withNewestServers(stage: Stage): Stage[]
export function getNewestMajors(lines: string): Release[]
export function pairMajors(postgres: Release[], redis: Release[]): { postgres: Release; redis: Release }[]
