import type { RouterClient } from '../clients/types.ts'
import type { ResolvedConfig } from '../config/types.ts'
import type { ChainReader, WalletPort } from './ports.ts'
import type { Execution } from './types.ts'

export interface ExecutionDeps {
  wallet: WalletPort
  chain: ChainReader
  router: RouterClient
  config: () => ResolvedConfig
  /** Milliseconds since the epoch. */
  now?: () => number
}

/** Runs one swap at a time from Confirm to receipt: the pure machine with its effects, outside React. */
export function createExecution(_deps: ExecutionDeps): Execution {
  throw new Error('not built yet')
}
