import { NATIVE_TOKEN } from '../../wire/lib/address.ts'
import type { LiquidityResponse } from '../../wire/liquidity.ts'
import type { PrivateRpcsResponse } from '../../wire/private-rpcs.ts'
import { createClients } from '../clients/create-clients.ts'
import type { HttpOptions } from '../clients/http.ts'
import type { ResolvedConfig } from '../config/types.ts'
import { asSluiceError } from '../errors/sluice-error.ts'
import { offersRpc } from '../lib/offers-rpc.ts'
import type { Finding } from './types.ts'

/**
 * Checks the service: endpoints that do not respond, a rejected key, missing chains or private
 * RPCs.
 */
export async function checkService(config: ResolvedConfig, options: HttpOptions): Promise<Finding[]> {
  const { router, tokens, rates } = createClients(() => config, options)
  const [{ name, usdToken = NATIVE_TOKEN }] = config.chains
  const pair = {
    domestic_blockchain: name,
    domestic_token: NATIVE_TOKEN,
    foreign_blockchain: name,
    foreign_token: usdToken,
  }
  const ask = async <Value>(path: EndpointField, call: () => Promise<Value>) => {
    try {
      return { value: await call(), findings: [] }
    } catch (error) {
      return { value: undefined, findings: [toFinding(path, config, error)] }
    }
  }
  const asksRpcs = config.chains.some(({ privateRpcs }) => privateRpcs.length > 0)
  const [liquidity, listed, priced, offered] = await Promise.all([
    ask('baseUrl', () => router.liquidity()),
    ask('tokensUrl', () => tokens.tokens({ chain: name, limit: 1 })),
    ask('exchangeRatesUrl', () => rates.rates([pair])),
    ask('baseUrl', async () => (asksRpcs ? router.privateRpcs() : undefined)),
  ])
  const findings = [liquidity, listed, priced, offered].flatMap((answer) => answer.findings)
  return [
    ...withoutRepeated(findings),
    ...checkServed(config, liquidity.value?.value),
    ...checkOffered(config, offered.value?.value),
  ]
}

type EndpointField = 'baseUrl' | 'tokensUrl' | 'exchangeRatesUrl'

function toFinding(path: EndpointField, config: ResolvedConfig, thrown: unknown): Finding {
  const { code, details, docsPath } = asSluiceError(thrown)
  if (code === 'FORBIDDEN') {
    const problem = config.apiKey === undefined ? 'requires an API key' : 'rejects the API key'
    return {
      severity: 'error',
      path: 'apiKey',
      message: `The service ${problem} from here, so no price is available: check the key and its allowed origins.`,
      docsPath,
    }
  }
  return {
    severity: 'error',
    path,
    message: `${config[path]} does not respond according to the interface (${code}${details ? `: ${details}` : ''}): check the URL, and that this origin may call it (CORS).`,
    docsPath,
  }
}

function withoutRepeated(findings: Finding[]): Finding[] {
  const paths = findings.map(({ path }) => path)
  return findings.filter(({ path }, index) => paths.indexOf(path) === index)
}

function checkServed({ chains }: ResolvedConfig, liquidity: LiquidityResponse | undefined): Finding[] {
  if (!liquidity) return []
  const served = liquidity.chains.map(({ chainID, networkID }) => `${chainID} (${networkID})`).join(', ')
  return chains.flatMap(({ id, name }, index): Finding[] => {
    if (liquidity.chains.some(({ chainID, networkID }) => chainID === name && networkID === id)) return []
    return [
      {
        severity: 'error',
        path: `chains[${index}]`,
        message: `The service does not serve "${name}" with id ${id}, so it has no prices there: use one of ${served}.`,
      },
    ]
  })
}

function checkOffered({ chains }: ResolvedConfig, offered: PrivateRpcsResponse | undefined): Finding[] {
  if (!offered) return []
  return chains.flatMap(({ id, privateRpcs }, chain) =>
    privateRpcs.flatMap((url, index): Finding[] => {
      if (offersRpc(offered.privateRpcs, { chainId: id, url })) return []
      return [
        {
          severity: 'warning',
          path: `chains[${chain}].privateRpcs[${index}]`,
          message: `The service does not offer ${url} for this chain now, so the settings do not show it: add it to privateRpcs of the service, or check its log for the reason.`,
        },
      ]
    }),
  )
}
