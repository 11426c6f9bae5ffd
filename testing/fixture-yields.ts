import { sameAddress } from '../src/lib/address.ts'
import { AUSDC, DAI, USDC } from './fixture-tokens.ts'
import { toJsonResponse } from './json-response.ts'

export interface FixtureYields {
  /** Percent per year. */
  historical?: unknown
  diluted?: unknown
  /** US dollars. */
  tvl?: unknown
  /** Overrides fields of every answer. */
  about?: Record<string, unknown>
  /**
   * Replaces every response: a status with the interface's error, a malformed text, or no response.
   */
  fails?: number | 'malformed' | 'unreachable' | 'never'
  /** Called with the path and the body of each request. */
  onRequest?: (path: string, body: { lp_token_address: string; input_amount?: string }) => void
}

/** The yield interface of the fixture tokens, as `fetch`. */
export function createFixtureYields({
  historical = 4.21,
  diluted = 4.05,
  tvl = 12_500_000.25,
  about = {},
  fails,
  onRequest,
}: FixtureYields = {}): typeof fetch {
  return async (url, { body, signal } = {}) => {
    const path = new URL(String(url)).pathname.replace('/yield', '')
    const request = JSON.parse(String(body))
    onRequest?.(path, request)
    if (fails === 'unreachable') throw new TypeError('Failed to fetch')
    if (fails === 'malformed') return new Response('<html>not found</html>')
    if (fails === 'never') {
      return new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
      })
    }
    if (fails !== undefined) {
      return toJsonResponse(
        { success: false, error: 'Failed', error_type: 'internal_error' },
        { status: fails },
      )
    }
    const inputToken = sameAddress(request.lp_token_address, AUSDC.address) ? USDC : DAI
    const common = {
      pool_address: request.lp_token_address,
      network_id: request.chain,
      input_token: inputToken.address,
    }
    const answers: Record<string, object> = {
      '/historical-apy': { historic_yield: { ...common, apy: historical, ...about } },
      '/diluted-apy': {
        diluted_yield: { ...common, apy: diluted, input_amount: request.input_amount, ...about },
      },
      '/tvl': { tvl: { ...common, tvl, ...about } },
    }
    return toJsonResponse({ success: true, ...answers[path] })
  }
}
