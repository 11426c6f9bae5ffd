import { recipientProblem } from '../lib/recipient-problem.ts'
import { canPurchase } from './can-purchase.ts'
import { checkAddress, checkFields, checkOneOf, optional } from './checks.ts'
import { configError } from './config-error.ts'
import type { LockableField, ResolvedChain, ResolvedConfig } from './types.ts'

const SIDE_FIELDS = ['chainId', 'token', 'amount']

/** Validates the initial tokens, amount and recipient: one chain, two different tokens. */
export function resolvePair(
  raw: Record<string, unknown>,
  chains: ResolvedConfig['chains'],
): Pick<ResolvedConfig, 'input' | 'output'> {
  const input = checkFields('input', raw.input, SIDE_FIELDS)
  const output = checkFields('output', raw.output, [...SIDE_FIELDS, 'recipient'])
  const inputChainId =
    optional('input.chainId', input.chainId, (path, value) => checkChainId(path, value, chains)) ??
    optional('output.chainId', output.chainId, (path, value) => checkChainId(path, value, chains)) ??
    chains[0].id
  const outputChainId =
    optional('output.chainId', output.chainId, (path, value) => checkChainId(path, value, chains)) ??
    inputChainId
  if (outputChainId !== inputChainId) {
    throw configError('output.chainId', `the chain of the input, ${inputChainId}`, outputChainId)
  }
  const inputToken = optional('input.token', input.token, checkAddress)
  const outputToken = optional('output.token', output.token, checkAddress)
  if (inputToken && inputToken.toLowerCase() === outputToken?.toLowerCase()) {
    throw configError('output.token', 'another token than the input', outputToken)
  }
  return {
    input: {
      chainId: inputChainId,
      token: inputToken,
      amount: optional('input.amount', input.amount, checkAmount) ?? '',
    },
    output: {
      chainId: outputChainId,
      token: outputToken,
      amount: resolveOutputAmount({ input, output, chain: chains.find(({ id }) => id === outputChainId) }),
      recipient: optional('output.recipient', output.recipient, checkAddress),
    },
  }
}

function resolveOutputAmount({
  input,
  output,
  chain,
}: {
  input: Record<string, unknown>
  output: Record<string, unknown>
  chain: ResolvedChain | undefined
}): string {
  const amount = optional('output.amount', output.amount, checkAmount) ?? ''
  if (amount === '') return amount
  if (input.amount) throw configError('output.amount', 'no amount beside input.amount', amount)
  if (!canPurchase(chain)) throw configError('output.amount', 'no amount with the codec "none"', amount)
  return amount
}

export function checkLocked(path: string, value: unknown): LockableField[] {
  if (!Array.isArray(value)) throw configError(path, 'a list of input, output, amount and recipient', value)
  return value.map((field, index) =>
    checkOneOf(`${path}[${index}]`, field, ['input', 'output', 'amount', 'recipient']),
  )
}

export function checkLockedValue(
  path: string,
  field: LockableField,
  { input, output }: ResolvedConfig,
): void {
  const values: Record<LockableField, [value: string | undefined, path: string]> = {
    input: [input.token, 'input.token'],
    output: [output.token, 'output.token'],
    amount: [input.amount || output.amount, 'input.amount or output.amount'],
    recipient: [output.recipient, 'output.recipient'],
  }
  const [value, named] = values[field]
  if (!value) throw configError(path, `a field with a value in ${named}`, field)
}

export function checkTradeType({ tradeType, chains, input, output }: ResolvedConfig): void {
  if (tradeType === 'sell' && output.amount) {
    throw configError('output.amount', 'no amount with the tradeType "sell"', output.amount)
  }
  if (tradeType !== 'buy') return
  if (input.amount) throw configError('input.amount', 'no amount with the tradeType "buy"', input.amount)
  const index = chains.findIndex((chain) => !canPurchase(chain))
  if (index >= 0) throw configError(`chains[${index}].codec`, 'another with the tradeType "buy"', 'none')
}

export function checkRecipient({ input, output, recipient, chains }: ResolvedConfig): void {
  if (!output.recipient) return
  const router = chains.find(({ id }) => id === output.chainId)?.routerAddress
  const expected =
    recipient === 'hidden'
      ? 'nothing, since recipients are hidden (recipient: optional or required)'
      : recipientProblem(output.recipient, { tokens: [input.token, output.token], router }) &&
        'the address of a wallet, not a token of the pair or the router'
  if (expected) throw configError('output.recipient', expected, output.recipient)
}

function checkChainId(path: string, value: unknown, chains: readonly ResolvedChain[]): number {
  const chain = chains.find(({ id }) => id === value)
  if (!chain) throw configError(path, `the id of a configured chain (${chains.map(({ id }) => id)})`, value)
  return chain.id
}

function checkAmount(path: string, value: unknown): string {
  if (typeof value !== 'string' || !/^(?:[0-9]{1,40}(?:\.[0-9]{0,40})?)?$/.test(value)) {
    throw configError(path, 'a decimal string in whole tokens, e.g. "1.5"', value)
  }
  return value
}
