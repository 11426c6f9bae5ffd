import * as v from 'valibot'
import type { Http } from '../clients/http.ts'
import type { ResolvedChain } from '../config/types.ts'
import type { Finding } from './types.ts'

const TIMEOUT_MS = 5_000
const responseSchema = v.object({ result: v.optional(v.unknown()), error: v.optional(v.unknown()) })

/**
 * Checks a chain through its own RPCs: unreachable, another chain, no simulation, contracts without
 * code.
 */
export async function checkChain(http: Http, chain: ResolvedChain, path: string): Promise<Finding[]> {
  const rpcs = await Promise.all(
    chain.rpcUrls.map((url, index) => checkRpc(http, { chain, url, path: `${path}.rpcUrls[${index}]` })),
  )
  const usable = rpcs.find(({ isUsable }) => isUsable)
  return [
    ...rpcs.flatMap(({ findings }) => findings),
    ...(usable ? await checkContracts(http, { chain, url: usable.url, path }) : []),
  ]
}

interface RpcOptions {
  chain: ResolvedChain
  url: string
  path: string
}

async function checkRpc(http: Http, { chain, url, path }: RpcOptions) {
  const unusable = (message: string) => ({
    url,
    isUsable: false,
    findings: [{ severity: 'error', path, message } satisfies Finding],
  })
  let id: unknown
  try {
    id = (await callRpc(http, url, 'eth_chainId')).result
  } catch {
    return unusable(
      `${url} does not respond, so balances and swaps on ${chain.name} cannot be read through it: check the URL, and that this origin may call it (CORS).`,
    )
  }
  if (Number(id) !== chain.id) {
    return unusable(
      `${url} serves chain ${Number(id)} but the config contains ${chain.id}, so it returns data of another chain: correct the URL or the id.`,
    )
  }
  return { url, isUsable: true, findings: await checkSimulation(http, { chain, url, path }) }
}

async function checkSimulation(http: Http, { chain, url, path }: RpcOptions): Promise<Finding[]> {
  const call = { blockStateCalls: [{ calls: [] }] }
  const isKnown = await callRpc(http, url, 'eth_simulateV1', [call, 'latest'])
    .then(({ error }) => error === undefined)
    .catch(() => false)
  if (isKnown) return []
  const mustSimulate = chain.codec !== 'sluice'
  return [
    {
      severity: mustSimulate ? 'error' : 'warning',
      path,
      message: mustSimulate
        ? `${url} cannot simulate (eth_simulateV1), which codec "${chain.codec}" needs before anything is signed: use an RPC that can.`
        : `${url} cannot simulate (eth_simulateV1), so users see no balance changes before they sign: use an RPC that can.`,
    },
  ]
}

async function checkContracts(http: Http, { chain, url, path }: RpcOptions): Promise<Finding[]> {
  const { routerAddress, usdToken, wrappedNative, ensResolver } = chain
  const codeless = async (
    field: string,
    address: string | undefined,
    message: string,
  ): Promise<Finding[]> => {
    if (address === undefined) return []
    const { result } = await callRpc(http, url, 'eth_getCode', [address, 'latest']).catch(() => ({
      result: undefined,
    }))
    return result === '0x' ? [{ severity: 'error', path: `${path}.${field}`, message }] : []
  }
  const found = await Promise.all([
    codeless(
      'routerAddress',
      routerAddress,
      `There is no contract at ${routerAddress} on ${chain.name}, so every quote would be rejected: set the router of this chain.`,
    ),
    codeless(
      'usdToken',
      usdToken,
      `There is no token at ${usdToken} on ${chain.name}, so USD values are unknown: set its stable token.`,
    ),
    codeless(
      'wrappedNative',
      wrappedNative,
      `There is no token at ${wrappedNative} on ${chain.name}, so prices of the native token are unknown: set its wrapped token.`,
    ),
    codeless(
      'ensResolver',
      ensResolver,
      `There is no contract at ${ensResolver} on ${chain.name}, so recipient names cannot be resolved: set the Universal Resolver of ENS, or remove it.`,
    ),
  ])
  if (routerAddress !== undefined) return found.flat()
  return [
    ...found.flat(),
    {
      severity: 'warning',
      path: `${path}.routerAddress`,
      message: `No router is set for ${chain.name}, so prices are shown but swaps are impossible: set routerAddress, the only contract the widget may call.`,
    },
  ]
}

async function callRpc(http: Http, url: string, method: string, params: unknown[] = []) {
  const { value } = await http({
    url,
    body: { jsonrpc: '2.0', id: 1, method, params },
    schema: responseSchema,
    timeoutMs: TIMEOUT_MS,
    retries: 0,
  })
  return value
}
