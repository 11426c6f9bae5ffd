import type { Address, Hex } from '../../src/lib/address.ts'
import type { HttpAnswer } from './http-server.ts'
import type { ServiceLie, ServiceQuestion } from './lying-service.ts'
import {
  decodeRoute,
  decodeSwap,
  encodeRoute,
  encodeSwap,
  type SettlementCalldata,
  type Step,
  type Trade,
} from './settlement-calldata.ts'
import { ACCOUNTS } from './swaps.ts'

/** The `result` of an answer, before anybody has looked at it. */
// biome-ignore lint/suspicious/noExplicitAny: lies put anything into any field.
export type Told = Record<string, any>

/** Changes the result of a good answer. */
export function result(
  change: (told: Told, question: ServiceQuestion) => unknown | Promise<unknown>,
): ServiceLie {
  return async (honest, question) => {
    const content = JSON.parse(honest.body)
    if (content.result === undefined) return honest
    return { ...honest, body: JSON.stringify({ ...content, result: await change(content.result, question) }) }
  }
}

/** Changes one field; undefined leaves it out. */
export function field(
  name: string,
  value: unknown | ((old: string, question: ServiceQuestion) => unknown),
): ServiceLie {
  return result((told, question) => ({
    ...told,
    [name]: typeof value === 'function' ? value(told[name], question) : value,
  }))
}

export function fields(values: Told): ServiceLie {
  return result((told) => ({ ...told, ...values }))
}

/** Changes the text of the answer as it goes over the line. */
export function text(change: (body: string) => string): ServiceLie {
  return (honest) => ({ ...honest, body: change(honest.body) })
}

/** Another answer altogether. */
export function answer(changes: Partial<HttpAnswer>): ServiceLie {
  return (honest) => ({ ...honest, ...changes })
}

/** What the honest service says to somebody else's request. */
export function answerTo(
  changes: (request: Told, question: ServiceQuestion) => Record<string, unknown>,
): ServiceLie {
  return async (_, question) => question.honestly(changes(question.request, question))
}

/** Changes the calldata as bytes. */
export function calldata(change: (data: Hex, question: ServiceQuestion) => string): ServiceLie {
  return field('calldata', (data: string, question: ServiceQuestion) => change(data as Hex, question))
}

/** Changes what the calldata says, and leaves it well formed. */
export function call(
  change: (call: SettlementCalldata, question: ServiceQuestion) => SettlementCalldata,
): ServiceLie {
  return calldata((data, question) => {
    const decoded = decodeSwap(data)
    if (!decoded) throw new Error('The service sent what is no swap')
    return encodeSwap(change(decoded, question))
  })
}

export function trade(
  changes: Partial<Trade> | ((honest: Trade, question: ServiceQuestion) => Partial<Trade>),
): ServiceLie {
  return call(({ trade: honest, ...rest }, question) => ({
    ...rest,
    trade: { ...honest, ...(typeof changes === 'function' ? changes(honest, question) : changes) },
  }))
}

export function route(change: (steps: Step[], question: ServiceQuestion) => Step[]): ServiceLie {
  return call(({ route: honest, ...rest }, question) => ({
    ...rest,
    route: encodeRoute(change(decodeRoute(honest), question)),
  }))
}

/** One lie after another. */
export function both(...lies: readonly ServiceLie[]): ServiceLie {
  return async (honest, question) => {
    let told: HttpAnswer = honest
    for (const lie of lies) told = await lie(told, question)
    return told
  }
}

/** Honest first; the lie comes with the second answer. */
export function secondly(lie: ServiceLie): ServiceLie {
  return (honest, question) => (question.nth >= 2 ? lie(honest, question) : honest)
}

/** A share of an amount in basis points, as the wire writes it. */
export function share(bps: number): (amount: string) => string {
  return (amount) => ((BigInt(amount) * BigInt(bps)) / 10_000n).toString()
}

export function getShare(amount: bigint, bps: number): bigint {
  return (amount * BigInt(bps)) / 10_000n
}

export function plus(difference: bigint): (amount: string) => string {
  return (amount) => (BigInt(amount) + difference).toString()
}

/** Somebody who has no part in any swap. */
export function stranger(_: unknown, { chain }: ServiceQuestion): Address {
  return chain.account(ACCOUNTS.stranger)
}

export function getToken(symbol: string): (_: unknown, { chain }: ServiceQuestion) => Address {
  return (_, { chain }) => chain.token(symbol).address
}

/** All amounts of the output moved together, as a consistent lie moves them. */
export function outputShare(bps: number): ServiceLie {
  const names = ['outputAmount', 'effectiveOutputAmount', 'minOutputAmount']
  return both(...names.map((name) => field(name, share(bps))))
}

/** The call takes so much as its fee, and the quote admits it. */
export function getFee(bps: number): ServiceLie {
  return async (honest, question) => {
    const { result: told } = JSON.parse(honest.body)
    const gross = BigInt(told.outputAmount)
    const fee = getShare(gross, bps)
    const net = gross - fee
    const minOutputAmount = getShare(net, 9_950)
    const lie = both(
      fields({
        settlementFee: fee.toString(),
        effectiveOutputAmount: net.toString(),
        minOutputAmount: minOutputAmount.toString(),
      }),
      ...(told.calldata === undefined ? [] : [trade({ settlementFee: fee, minOutputAmount })]),
    )
    return lie(honest, question)
  }
}
