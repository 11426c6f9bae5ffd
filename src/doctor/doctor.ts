import { createHttp, type HttpOptions } from '../clients/http.ts'
import { resolveConfig } from '../config/resolve-config.ts'
import type { ResolvedConfig, WidgetConfig } from '../config/types.ts'
import { asSluiceError } from '../errors/sluice-error.ts'
import { checkChain } from './check-chain.ts'
import { checkCopies, type HostContexts } from './check-copies.ts'
import { checkService } from './check-service.ts'
import type { Finding } from './types.ts'

/**
 * The input of `doctor` in addition to the config.
 * @example
 * import { QueryClientContext } from '@tanstack/react-query'
 *
 * const options: DoctorOptions = { contexts: { reactQuery: QueryClientContext } }
 */
export interface DoctorOptions extends HttpOptions {
  /**
   * The host's own exports of react, wagmi, viem and react-query. If they differ from the widget's,
   * there are second copies.
   */
  contexts?: HostContexts
}

/**
 * Examines a config in its environment: whether it is valid, and whether the service, the RPCs and
 * the contracts match it. Sends a few requests to each of them and signs nothing. Never rejects; no
 * findings mean that all checks passed.
 * @example
 * import { Component } from 'react'
 * import { WagmiContext } from 'wagmi'
 * const contexts = { react: Component, wagmi: WagmiContext }
 * for (const { path, message } of await doctor(config, { contexts })) console.warn(path, message)
 */
export async function doctor(config: WidgetConfig, options: DoctorOptions = {}): Promise<Finding[]> {
  const { contexts, ...http } = options
  let resolved: ResolvedConfig
  try {
    resolved = resolveConfig(config)
  } catch (error) {
    const { details, message, docsPath } = asSluiceError(error)
    const [path = 'config'] = (details ?? '').split(': ')
    return [{ severity: 'error', path, message: details ?? message, docsPath }]
  }
  const client = createHttp(http)
  const found = await Promise.all([
    checkCopies(contexts),
    checkWagmi(resolved),
    checkService(resolved, http),
    ...resolved.chains.map((chain, index) => checkChain(client, chain, `chains[${index}]`)),
  ])
  return found.flat()
}

/** The chains that the host's wagmi config lacks. */
function checkWagmi({ wagmiConfig, chains }: ResolvedConfig): Finding[] {
  if (!wagmiConfig) return []
  return chains
    .filter(({ id }) => !wagmiConfig.chains.some((known) => known.id === id))
    .map(({ id, name }) => ({
      severity: 'warning',
      path: 'wagmiConfig',
      message: `wagmiConfig does not list ${name} (${id}), so your own dialogs call it an unsupported network: add it to its chains.`,
    }))
}
