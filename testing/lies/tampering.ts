import type { Step } from '../../contracts/testing/route.ts'
import {
  decodeRoute,
  decodeSwap,
  encodeRoute,
  encodeSwap,
  type SettlementCalldata,
  type Trade,
} from '../../contracts/testing/settlement-calldata.ts'
import type { Address, Hex } from '../../wire/lib/address.ts'
import type { HttpAnswer } from './http-server.ts'
import type { ServiceContext, ServiceLie } from './lying-service.ts'
import { ACCOUNTS } from './swaps.ts'

/** The unparsed `result` of a response. */
// biome-ignore lint/suspicious/noExplicitAny: lies set any field to any value.
export type Json = Record<string, any>

/** Changes the result of a successful response. */
export function result(
  change: (content: Json, context: ServiceContext) => unknown | Promise<unknown>,
): ServiceLie {
  return async (honest, context) => {
    const body = JSON.parse(honest.body)
    if (body.result === undefined) return honest
    return { ...honest, body: JSON.stringify({ ...body, result: await change(body.result, context) }) }
  }
}

/** Changes one field; undefined removes it. */
export function field(
  name: string,
  value: unknown | ((old: string, context: ServiceContext) => unknown),
): ServiceLie {
  return result((content, context) => ({
    ...content,
    [name]: typeof value === 'function' ? value(content[name], context) : value,
  }))
}

export function fields(values: Json): ServiceLie {
  return result((content) => ({ ...content, ...values }))
}

/** Changes the body as text. */
export function text(change: (body: string) => string): ServiceLie {
  return (honest) => ({ ...honest, body: change(honest.body) })
}

/** Replaces parts of the HTTP response. */
export function answer(changes: Partial<HttpAnswer>): ServiceLie {
  return (honest) => ({ ...honest, ...changes })
}

/** Returns the honest response to another request. */
export function answerTo(
  changes: (request: Json, context: ServiceContext) => Record<string, unknown>,
): ServiceLie {
  return async (_, context) => context.honestly(changes(context.request, context))
}

/** Changes the calldata as bytes. */
export function calldata(change: (data: Hex, context: ServiceContext) => string): ServiceLie {
  return field('calldata', (data: string, context: ServiceContext) => change(data as Hex, context))
}

/** Changes the decoded calldata, keeping it well formed. */
export function call(
  change: (call: SettlementCalldata, context: ServiceContext) => SettlementCalldata,
): ServiceLie {
  return calldata((data, context) => {
    const decoded = decodeSwap(data)
    if (!decoded) throw new Error('The service sent calldata that is not a swap')
    return encodeSwap(change(decoded, context))
  })
}

export function trade(
  changes: Partial<Trade> | ((honest: Trade, context: ServiceContext) => Partial<Trade>),
): ServiceLie {
  return call(({ trade: honest, ...rest }, context) => ({
    ...rest,
    trade: { ...honest, ...(typeof changes === 'function' ? changes(honest, context) : changes) },
  }))
}

export function route(change: (steps: Step[], context: ServiceContext) => Step[]): ServiceLie {
  return call(({ route: honest, ...rest }, context) => ({
    ...rest,
    route: encodeRoute(change(decodeRoute(honest), context)),
  }))
}

/** Applies several lies in order. */
export function both(...lies: readonly ServiceLie[]): ServiceLie {
  return async (honest, context) => {
    let content: HttpAnswer = honest
    for (const lie of lies) content = await lie(content, context)
    return content
  }
}

/** Applies a lie from the second response on. */
export function secondly(lie: ServiceLie): ServiceLie {
  return (honest, context) => (context.nth >= 2 ? lie(honest, context) : honest)
}

/** A share of an amount in basis points, as a decimal string. */
export function share(bps: number): (amount: string) => string {
  return (amount) => ((BigInt(amount) * BigInt(bps)) / 10_000n).toString()
}

export function getShare(amount: bigint, bps: number): bigint {
  return (amount * BigInt(bps)) / 10_000n
}

export function plus(difference: bigint): (amount: string) => string {
  return (amount) => (BigInt(amount) + difference).toString()
}

/** An account that takes part in no swap. */
export function stranger(_: unknown, { chain }: ServiceContext): Address {
  return chain.account(ACCOUNTS.stranger)
}

export function getToken(symbol: string): (_: unknown, { chain }: ServiceContext) => Address {
  return (_, { chain }) => chain.token(symbol).address
}

/** Changes all output amounts consistently. */
export function outputShare(bps: number): ServiceLie {
  const names = ['outputAmount', 'effectiveOutputAmount', 'minOutputAmount']
  return both(...names.map((name) => field(name, share(bps))))
}

/** A settlement fee of this share, consistent in quote and calldata. */
export function getFee(bps: number): ServiceLie {
  return async (honest, context) => {
    const { result: content } = JSON.parse(honest.body)
    const gross = BigInt(content.outputAmount)
    const fee = getShare(gross, bps)
    const net = gross - fee
    const minOutputAmount = getShare(net, 9_950)
    const lie = both(
      fields({
        settlementFee: fee.toString(),
        effectiveOutputAmount: net.toString(),
        minOutputAmount: minOutputAmount.toString(),
      }),
      ...(content.calldata === undefined ? [] : [trade({ settlementFee: fee, minOutputAmount })]),
    )
    return lie(honest, context)
  }
}
