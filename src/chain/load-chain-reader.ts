import type { ResolvedConfig } from '../config/types.ts'
import { toLoadError } from '../errors/to-sluice-error.ts'
import type { ChainReader } from './types.ts'

const METHODS = {
  balanceOf: true,
  balancesOf: true,
  allowance: true,
  permitMethod: true,
  accountActivity: true,
  resolveName: true,
  tokenMetadata: true,
  decimals: true,
  earning: true,
  simulate: true,
  estimateGas: true,
  blockNumber: true,
  blockTime: true,
  gasPrice: true,
  l1Fees: true,
  findReplaceable: true,
  findSent: true,
  watch: true,
} satisfies Record<keyof ChainReader, true>

/**
 * A chain reader whose code, viem included, is loaded with the first read. A read whose code does not arrive rejects with
 * `LOAD_FAILED`, and the next one tries again.
 */
export function createLoadedChainReader(config: () => Pick<ResolvedConfig, 'chains'>): ChainReader {
  let loading: Promise<ChainReader> | undefined

  async function load(): Promise<ChainReader> {
    loading ??= import('./chain-reader.ts').then(({ createChainReader }) => createChainReader(config))
    try {
      return await loading
    } catch (cause) {
      loading = undefined
      throw toLoadError(cause)
    }
  }

  const methods = Object.keys(METHODS) as (keyof ChainReader)[]
  return Object.fromEntries(
    methods.map((name) => [name, async (query: never) => (await load())[name](query)]),
  ) as unknown as ChainReader
}
