import type { ResolvedConfig } from '../config/types.ts'
import type { ReportError } from '../errors/report-defect.ts'
import { loaded } from '../errors/to-sluice-error.ts'
import type { ChainReader } from './types.ts'

/**
 * A chain reader that loads its code, viem included, with the first read. A read whose code fails
 * to load rejects with `LOAD_FAILED`, and the next one tries again.
 */
export function createLoadedChainReader(
  config: () => Pick<ResolvedConfig, 'chains'>,
  reportError: ReportError,
): ChainReader {
  let loading: Promise<ChainReader> | undefined

  async function load(): Promise<ChainReader> {
    loading ??= loaded(import('./chain-reader.ts')).then(({ createChainReader }) =>
      createChainReader(config, { reportError }),
    )
    try {
      return await loading
    } catch (cause) {
      loading = undefined
      throw cause
    }
  }

  return new Proxy({} as ChainReader, {
    get: (_, name: keyof ChainReader | 'then') =>
      // Without `then`, awaiting the reader resolves to the reader.
      name === 'then' ? undefined : async (query: never) => (await load())[name](query),
  })
}
