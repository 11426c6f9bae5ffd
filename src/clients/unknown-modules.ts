import type { PriceRequest } from '../../wire/price-request.ts'
import type { Answer, RouterClient } from './types.ts'

/** How long the listed modules of a chain are cached. */
const KEPT_MS = 5 * 60_000

/** The common part of a price and a quote. */
type Routed = { liquidityModules: readonly { module: string }[] }

/** The modules that the service listed. */
interface KeptModules {
  listed: ReadonlySet<string>
  untilMs: number
}

export interface TradeCalls<Result> {
  ask: (request: PriceRequest) => Promise<Answer<Result>>
  liquidity: () => ReturnType<RouterClient['liquidity']>
}

/**
 * Requests trades with disabled modules. The service rejects a request with an unknown module, so a
 * module that it dropped would leave the widget without prices. Such a request is retried without
 * the unlisted modules, and for some minutes sent without them. The response of the retry counts
 * only if all its modules are listed and none is disabled, because the service may list only
 * modules with liquidity. Otherwise the rejection stays. `service` returns the current service.
 */
export function createUnknownModules(service: () => string) {
  const kept = new Map<string, KeptModules>()
  /** Ids that the integrator was warned about. */
  const told = new Set<string>()

  return async function askWithoutUnknown<Result extends Routed>(
    request: PriceRequest,
    { ask, liquidity }: TradeCalls<Result>,
  ): Promise<Answer<Result>> {
    if (!request.modulesDisabled?.length) return ask(request)
    const key = JSON.stringify([service(), request.chainID, request.networkID])
    const { listed, untilMs } = kept.get(key) ?? { untilMs: 0 }
    if (listed && untilMs > Date.now() && getUnlisted(request, listed).length > 0) {
      const answer = await askListed(request, { listed, ask }).catch(ignoreRefusal)
      if (answer) return answer
      kept.delete(key)
    }
    try {
      return await ask(request)
    } catch (refusal) {
      ignoreRefusal(refusal)
      const listedNow = await readListed(request, liquidity)
      const unknown = listedNow ? getUnlisted(request, listedNow) : []
      if (!listedNow || unknown.length === 0) throw refusal
      const answer = await askListed(request, { listed: listedNow, ask })
      if (!answer) throw refusal
      kept.set(key, { listed: listedNow, untilMs: Date.now() + KEPT_MS })
      warnOf(unknown.filter((id) => !told.has(id)))
      for (const id of unknown) told.add(id)
      return answer
    }
  }
}

/** The response without the unlisted disabled modules; undefined if it may use one of them. */
async function askListed<Result extends Routed>(
  request: PriceRequest,
  { listed, ask }: Pick<TradeCalls<Result>, 'ask'> & { listed: ReadonlySet<string> },
): Promise<Answer<Result> | undefined> {
  const { modulesDisabled = [] } = request
  const unknown = getUnlisted(request, listed)
  const answer = await ask({
    ...request,
    modulesDisabled: modulesDisabled.filter((id) => !unknown.includes(id)),
  })
  const disabled = new Set(modulesDisabled.map(toId))
  const used = answer.value.liquidityModules.map(({ module }) => toId(module))
  const isTold = used.length > 0 && used.every((id) => listed.has(id) && !disabled.has(id))
  return isTold ? answer : undefined
}

function getUnlisted({ modulesDisabled = [] }: PriceRequest, listed: ReadonlySet<string>): string[] {
  return modulesDisabled.filter((id) => !listed.has(toId(id)))
}

/** Rethrows any error except the rejection of a request. */
function ignoreRefusal(error: unknown): undefined {
  if (Object(error).code !== 'INVALID_REQUEST') throw error
}

/** Rethrows an error of the widget's own code, which `http.ts` rejects with `UNKNOWN`. */
function throwIfUnknown(error: unknown): undefined {
  if (Object(error).code === 'UNKNOWN') throw error
}

/** The modules of the chain of a request; undefined if the service does not list them. */
async function readListed(
  { chainID, networkID }: PriceRequest,
  liquidity: TradeCalls<unknown>['liquidity'],
): Promise<Set<string> | undefined> {
  const answer = await liquidity().catch(throwIfUnknown)
  if (!answer) return undefined
  const { chains, liquidityModules } = answer.value
  const name = chainID ?? chains.find((chain) => chain.networkID === Number(networkID))?.chainID
  const ids = name === undefined ? undefined : liquidityModules[name]
  return ids && new Set(ids.map(toId))
}

/** `uniswap_v3`, `uniswap-v3` and `Uniswap V3` are the same module. */
function toId(id: string): string {
  return id.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
}

function warnOf(ids: readonly string[]): void {
  if (ids.length === 0) return
  // biome-ignore lint/suspicious/noConsole: addressed to the integrator.
  console.warn(
    `Sluice: the service has no module ${ids.join(', ')}; remove it from routing.modulesDisabled (documentation: reference/config.html#routing).`,
  )
}
