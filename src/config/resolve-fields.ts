import { checkAddress, checkFields, checkObject } from './checks.ts'
import { configError } from './config-error.ts'
import { resolvePair } from './resolve-pair.ts'
import { checkAllowedPair } from './resolve-tokens.ts'
import type { FormFields, ResolvedConfig } from './types.ts'

/** The part of the form that a host may set. */
interface CurrentFields {
  inputChainId: number
  inputToken: `0x${string}` | undefined
  outputToken: `0x${string}` | undefined
  inputAmount: string
  outputAmount: string
  inputUsd?: string | undefined
  sendsToRecipient: boolean
  recipient: `0x${string}` | undefined
}

const NAMES: readonly string[] = ['input', 'output', 'amount', 'recipient'] satisfies (keyof FormFields)[]
const TOKEN_FIELDS = ['chainId', 'token']

/**
 * Validates fields of the form like fields of a config; omitted fields stay. A token of the other
 * side is cleared if it is on another chain or the same token. `amount` is an input amount in
 * tokens and replaces an entered output or USD amount. Throws `CONFIG_INVALID`.
 */
export function resolveFields(
  fields: FormFields,
  form: CurrentFields,
  config: ResolvedConfig,
): CurrentFields & { outputChainId: number } {
  const given = checkObject('fields', fields)
  for (const name of Object.keys(given)) {
    if (!NAMES.includes(name)) throw configError(name, `one of ${NAMES.join(', ')}`, given[name])
  }
  if (given.amount && config.tradeType === 'buy') {
    throw configError('amount', 'no amount to pay with the tradeType "buy"', given.amount)
  }
  const input = checkFields('input', given.input, TOKEN_FIELDS)
  const output = checkFields('output', given.output, TOKEN_FIELDS)
  const chainId = input.chainId ?? output.chainId ?? form.inputChainId
  const keep = (token: string | undefined, other: unknown) =>
    chainId === form.inputChainId && token?.toLowerCase() !== String(other).toLowerCase() ? token : undefined
  const pair = resolvePair(
    {
      input: {
        chainId,
        token: input.token ?? keep(form.inputToken, output.token),
        amount: given.amount ?? form.inputAmount,
      },
      output: {
        chainId: output.chainId ?? chainId,
        token: output.token ?? keep(form.outputToken, input.token),
      },
    },
    config.chains,
  )
  // The user may have chosen a pair that is not offered, which does not make the host's amount
  // invalid.
  if (given.input !== undefined || given.output !== undefined) checkAllowedPair({ ...config, ...pair })
  return {
    inputChainId: pair.input.chainId,
    inputToken: pair.input.token,
    outputChainId: pair.output.chainId,
    outputToken: pair.output.token,
    ...resolveAmounts(given.amount !== undefined, form, pair.input),
    ...(given.recipient === undefined ? getRecipient(form) : resolveRecipient(given.recipient, config)),
  }
}

function resolveAmounts(
  isGiven: boolean,
  { inputChainId, inputToken, inputAmount, outputAmount, inputUsd }: CurrentFields,
  input: ResolvedConfig['input'],
): Pick<CurrentFields, 'inputAmount' | 'outputAmount' | 'inputUsd'> {
  if (isGiven)
    return { inputAmount: input.amount, outputAmount: '', ...(inputUsd !== undefined && { inputUsd: '' }) }
  const isOther = input.chainId !== inputChainId || input.token?.toLowerCase() !== inputToken?.toLowerCase()
  // The same USD amount is another amount of another token.
  const isTypedInUsd = inputUsd !== undefined && inputUsd !== ''
  if (isOther && isTypedInUsd) return { inputAmount: '', outputAmount, inputUsd: '' }
  return { inputAmount, outputAmount, ...(inputUsd !== undefined && { inputUsd }) }
}

type Recipient = Pick<CurrentFields, 'sendsToRecipient' | 'recipient'>

function getRecipient({ sendsToRecipient, recipient }: Recipient): Recipient {
  return { sendsToRecipient, recipient }
}

function resolveRecipient(value: unknown, config: ResolvedConfig): Recipient {
  if (value === null && config.lockedFields.includes('recipient')) {
    throw configError('recipient', 'an address, because lockedFields contains the recipient', value)
  }
  if (value === null) return { sendsToRecipient: false, recipient: undefined }
  if (config.recipient === 'hidden') {
    throw configError('recipient', 'nothing, because the config hides recipients', value)
  }
  return { sendsToRecipient: true, recipient: checkAddress('recipient', value) }
}
