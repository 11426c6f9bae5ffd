import { recipientProblem } from '../lib/recipient-problem.ts'
import { canPurchase } from './can-purchase.ts'
import { checkAddress, matching, object, optionally, or, some } from './checks.ts'
import { configError } from './config-error.ts'
import { chainIdOf } from './per-chain.ts'
import type { LockableField, ResolvedConfig } from './types.ts'

const checkAmount = matching(
  'a decimal string in whole tokens, e.g. "1.5"',
  /^(?:[0-9]{1,40}(?:\.[0-9]{0,40})?)?$/,
)

/** Validates the initial tokens, amount and recipient: one chain, two different tokens. */
export function resolvePair(
  raw: Record<string, unknown>,
  chains: ResolvedConfig['chains'],
): Pick<ResolvedConfig, 'input' | 'output'> {
  const side = {
    chainId: optionally(chainIdOf(chains)),
    token: optionally(checkAddress),
    amount: or(checkAmount, ''),
  }
  const input = object(side)('input', raw.input)
  const output = object({ ...side, recipient: optionally(checkAddress) })('output', raw.output)
  const chainId = input.chainId ?? output.chainId ?? chains[0].id
  if (output.chainId !== undefined && output.chainId !== chainId) {
    throw configError('output.chainId', `the chain of the input, ${chainId}`, output.chainId)
  }
  if (input.token && input.token.toLowerCase() === output.token?.toLowerCase()) {
    throw configError('output.token', 'another token than the input', output.token)
  }
  if (output.amount && input.amount) {
    throw configError('output.amount', 'no amount beside input.amount', output.amount)
  }
  if (output.amount && !canPurchase(chains.find(({ id }) => id === chainId))) {
    throw configError('output.amount', 'no amount with the codec "none"', output.amount)
  }
  return { input: { ...input, chainId }, output: { ...output, chainId } }
}

export const checkLocked = some('input', 'output', 'amount', 'recipient')

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
