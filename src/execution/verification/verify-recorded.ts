import {
  type Address,
  type Hex,
  isNativeToken,
  sameAddress,
  ZERO_ADDRESS,
} from '../../../wire/lib/address.ts'
import { wrapCall } from '../../chain/wrap-call.ts'
import type { ResolvedChain } from '../../config/types.ts'
import { getWrapper } from '../../config/wrapped-native.ts'
import { SluiceError } from '../../errors/sluice-error.ts'
import { expectAddress, expectEqual, quoteMismatch } from '../codecs/quote-mismatch.ts'
import type { RouterCall, RouterCodec } from '../codecs/router-codec.ts'

/**
 * A swap as read from storage. Any script of the page's origin may have written it. Amounts are
 * base units.
 */
export interface RecordedSwap {
  chainId: number
  account: Address
  receiver: Address
  inputToken: RecordedToken
  outputToken: RecordedToken
  /** The amount that a sale pays. */
  inputAmount: string
  /** Set for a purchase: the most that it pays. */
  purchase?: { maximum: string } | undefined
  minimum?: string | undefined
  partnerFee?: { address: Address } | undefined
  /** Unix seconds. */
  chainDeadline?: number | undefined
  /** `value` is wei. */
  call?: { to: Address; data: Hex; value: string } | undefined
}

interface RecordedToken {
  chainId: number
  address: Address
  decimals: number
}

/**
 * Compares the call of a stored swap with the fields of the record, which the screen shows. Throws
 * `UNTRUSTED_ROUTER`, `QUOTE_MISMATCH`, or `UNVERIFIABLE` without a codec that reads the calldata.
 */
export function verifyRecorded(
  swap: RecordedSwap,
  { chain, codec }: { chain: ResolvedChain; codec: RouterCodec | undefined },
): void {
  const { chainId, account, receiver, inputToken, outputToken, call } = swap
  if (!call) throw quoteMismatch('record', 'a call', 'none')
  for (const token of [inputToken, outputToken]) {
    if (token.chainId !== chainId) throw quoteMismatch('record.chainId', chainId, token.chainId)
  }
  const wrapper = getWrapper(chain, { inputToken, outputToken }, { account, receiver })
  if (wrapper && sameAddress(wrapper, call.to)) {
    const expected = wrapCall(wrapper, { inputToken, inputAmount: BigInt(swap.inputAmount) })
    expectEqual('record.data', expected.data, call.data.toLowerCase())
    expectEqual('record.value', expected.value, BigInt(call.value))
    return
  }
  const { routerAddress: router } = chain
  if (!router || !sameAddress(call.to, router)) {
    throw new SluiceError('UNTRUSTED_ROUTER', {
      details: `record: expected ${router ?? 'a pinned address'}, received ${call.to}`,
    })
  }
  const paid = BigInt(swap.purchase?.maximum ?? swap.inputAmount)
  expectEqual('record.value', isNativeToken(inputToken.address) ? paid : 0n, BigInt(call.value))
  if (!codec) throw new SluiceError('UNVERIFIABLE', { details: 'record: no codec reads its calldata' })
  const decoded = codec.decode(call.data)
  if (!decoded) throw quoteMismatch('record.data', 'a swap of the pinned router', call.data.slice(0, 10))
  verifyDecoded(decoded, swap, { data: call.data, paid })
}

function verifyDecoded(
  decoded: RouterCall,
  { inputToken, outputToken, receiver, minimum, partnerFee, chainDeadline }: RecordedSwap,
  { data, paid }: { data: Hex; paid: bigint },
): void {
  const { named } = decoded
  expectEqual('record.data', decoded.encoded(), data.toLowerCase())
  expectAddress('record.inputToken', named.inputToken, inputToken.address)
  expectAddress('record.outputToken', named.outputToken, outputToken.address)
  expectAddress('record.receiver', named.receiver, receiver)
  expectAddress('record.partner', named.partner, partnerFee?.address ?? ZERO_ADDRESS)
  expectEqual('record.inputAmount', decoded.maxInputAmount, paid)
  expectEqual('record.minimum', decoded.minOutputAmount, BigInt(minimum ?? 0))
  if (named.deadline === undefined) return
  expectEqual('record.deadline', named.deadline, BigInt(chainDeadline ?? 0))
}
