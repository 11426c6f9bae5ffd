import { asSluiceError } from '../errors/sluice-error.ts'
import type { PriceRequest } from '../wire/router.ts'
import type { Answer, RouterClient } from './types.ts'

/** Ids that the integrator was told of. */
const told = new Set<string>()

interface AskOptions<Result> {
  refusal: unknown
  liquidity: RouterClient['liquidity']
  ask: (request: PriceRequest) => Promise<Answer<Result>>
}

/**
 * Asks again without the disabled modules that the service does not list, which refuses a request that names an unknown one:
 * a module that it dropped would leave the widget without prices. Rejects with the refusal where that is not why, and where
 * the answer uses one of them all the same.
 */
export async function askWithoutUnknown<Result extends { liquidityModules: readonly { module: string }[] }>(
  request: PriceRequest,
  { refusal, liquidity, ask }: AskOptions<Result>,
): Promise<Answer<Result>> {
  const { modulesDisabled = [] } = request
  if (modulesDisabled.length === 0 || asSluiceError(refusal).code !== 'INVALID_REQUEST') throw refusal
  const listed = await readListed(request, liquidity)
  if (!listed) throw refusal
  const known = modulesDisabled.filter((id) => listed.has(toId(id)))
  const unknown = modulesDisabled.filter((id) => !known.includes(id))
  if (unknown.length === 0) throw refusal
  const answer = await ask({ ...request, modulesDisabled: known })
  // It may list only what has liquidity just now.
  const used = new Set(answer.value.liquidityModules.map(({ module }) => toId(module)))
  if (unknown.some((id) => used.has(toId(id)))) throw refusal
  warnOf(unknown)
  return answer
}

/** The modules of the chain of a request; undefined where the service does not say. */
async function readListed(
  { chainID, networkID }: PriceRequest,
  liquidity: RouterClient['liquidity'],
): Promise<Set<string> | undefined> {
  const answer = await liquidity().catch(() => undefined)
  if (!answer) return undefined
  const { chains, liquidityModules } = answer.value
  const name = chainID ?? chains.find((chain) => chain.networkID === Number(networkID))?.chainID
  const ids = name === undefined ? undefined : liquidityModules[name]
  return ids && new Set(ids.map(toId))
}

/** `uniswap_v3` and `uniswap-v3` name the same module. */
function toId(id: string): string {
  return id.replaceAll('_', '-')
}

function warnOf(ids: readonly string[]): void {
  const fresh = ids.filter((id) => !told.has(id))
  if (fresh.length === 0) return
  for (const id of fresh) told.add(id)
  // biome-ignore lint/suspicious/noConsole: addressed to the integrator.
  console.warn(
    `Sluice: the service has no module ${fresh.join(', ')}; remove it from routing.modulesDisabled.`,
  )
}
