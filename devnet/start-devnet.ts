import type { ServiceConfig } from '../service/config-types.ts'
import type { Manifest } from './manifest.ts'

export type DevnetChainName = 'ethereum' | 'base'

export interface DevnetOptions {
  /** Where `manifest.json` and `service.json` are written; nothing is written when omitted. */
  dir?: string
  /** Default: both. */
  chains?: DevnetChainName[]
  /** 0 or omitted: any free port. */
  ports?: Partial<Record<DevnetChainName, number>>
  /** Whether the market moves by itself every few seconds. Default true; either way it can be stepped by hand. */
  market?: boolean
  /** Seconds between blocks; 0 mines on each transaction only. Default 2. */
  blockSeconds?: number
  /** No lines on standard output. Default false. */
  quiet?: boolean
}

/** Prices in motion on one chain. */
export interface Market {
  /** One round of trades: deterministic, the n-th round is the same on every start. Resolves when they are mined. */
  step(): Promise<void>
  /** No further rounds by itself. */
  stop(): Promise<void>
}

export interface Devnet {
  manifest: Manifest
  serviceConfig: ServiceConfig
  rpcUrl(name: DevnetChainName): string
  market(name: DevnetChainName): Market
  /** Ends market and nodes; resolves when their processes are gone. */
  stop(): Promise<void>
}

/** Starts the local chains with everything deployed on them. */
export async function startDevnet(_options: DevnetOptions = {}): Promise<Devnet> {
  throw new Error('The devnet is not built yet')
}
