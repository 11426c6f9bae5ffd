import {
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  maxUint256,
  pad,
  parseAbi,
  sliceHex,
  toHex,
} from 'viem'
import type { TestChain } from '../../devnet/testing/devnet.ts'
import { NATIVE_TOKEN, ZERO_ADDRESS } from '../../wire/lib/address.ts'
import type { Lie } from './lie.ts'
import type { ServiceLie } from './lying-service.ts'
import { ACCOUNTS } from './swaps.ts'
import {
  both,
  call,
  calldata,
  field,
  getShare,
  getToken,
  route,
  stranger as strangerIn,
  trade,
} from './tampering.ts'

const lie = (name: string, quote: ServiceLie, others: Partial<Lie> = {}): Lie => ({
  name: `a call ${name}`,
  quote,
  ...others,
})

/** Positions of 32-byte words in the calldata, counted after the selector. */
const WORD = { inputToken: 0, outputToken: 1, outputReceiver: 4, partner: 5, route: 10, permit: 11 }

/** Replaces a word of the calldata, counted from the selector. */
const word = (index: number, change: (word: Hex) => Hex): ServiceLie =>
  calldata((data) => {
    const at = 4 + index * 32
    return concatHex([sliceHex(data, 0, at), change(sliceHex(data, at, at + 32)), sliceHex(data, at + 32)])
  })

/** Sets one of the twelve padding bytes of an address. */
const dirty = (address: Hex): Hex => concatHex(['0xff', sliceHex(address, 1)])

const others = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
  'function multicall(bytes[] calls)',
  'function execute(address inputToken, address outputToken, address trader, address inputLeftTo, bytes route)',
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function increaseAllowance(address spender, uint256 amount)',
])

/** A call of another function. */
const selector = (name: string, quote: ServiceLie): Lie => lie(`of ${name}`, quote)

const stranger = (chain: TestChain) => chain.account(ACCOUNTS.stranger)
const now = () => BigInt(Math.floor(Date.now() / 1_000))

/** False calldata of the service. */
export const CALLDATA_LIES: readonly Lie[] = [
  // Input token and amount.
  lie(
    'that sells a token with an unrelated allowance',
    trade((_, { chain }) => ({ inputToken: chain.token('WBTC').address })),
  ),
  lie(
    'that sells the same amount of a token with an unrelated allowance',
    trade((_, { chain }) => ({ inputToken: chain.token('LINK').address, inputAmount: 10n ** 18n })),
  ),
  lie('that sells the native token', trade({ inputToken: NATIVE_TOKEN })),
  lie(
    'that sells the wrapped token for the native one',
    trade((_, { chain }) => ({ inputToken: chain.token('WETH').address })),
    { swap: 'native' },
  ),
  lie(
    'that buys another token',
    trade((_, { chain }) => ({ outputToken: chain.token('USDC').address })),
  ),
  lie('that buys the native token', trade({ outputToken: NATIVE_TOKEN })),
  lie(
    'that buys the token it sells',
    trade(({ inputToken }) => ({ outputToken: inputToken })),
  ),
  lie('that buys a token at the zero address', trade({ outputToken: ZERO_ADDRESS })),
  ...[1n, -1n].map((difference) =>
    lie(
      `that sells ${difference} unit more`,
      trade(({ inputAmount }) => ({ inputAmount: inputAmount + difference })),
    ),
  ),
  lie(
    'that sells twice the amount',
    trade(({ inputAmount }) => ({ inputAmount: inputAmount * 2n })),
  ),
  lie(
    'that sells the whole balance of the user',
    trade(({ inputAmount }) => ({ inputAmount: inputAmount * 400n })),
  ),
  lie('that sells nothing', trade({ inputAmount: 0n })),
  lie('that sells 2^256 - 1', trade({ inputAmount: maxUint256 })),
  lie(
    'that sells half',
    trade(({ inputAmount }) => ({ inputAmount: inputAmount / 2n })),
  ),
  lie(
    'that sells twice the native amount, with the value of the quote',
    both(
      trade(({ inputAmount }) => ({ inputAmount: inputAmount * 2n })),
      field('value', '200000000000000000'),
    ),
    { swap: 'native' },
  ),
  lie(
    'that sells twice the amount after an approval for once',
    trade(({ inputAmount }) => ({ inputAmount: inputAmount * 2n })),
    { swap: 'approval' },
  ),
  // The minimum.
  lie('that enforces no minimum', trade({ minOutputAmount: 0n })),
  lie('that enforces one unit', trade({ minOutputAmount: 1n })),
  lie(
    'that enforces one unit, as the quote says',
    both(trade({ minOutputAmount: 1n }), field('minOutputAmount', '1')),
  ),
  lie(
    'that enforces one unit less than correct',
    trade(({ minOutputAmount }) => ({ minOutputAmount: minOutputAmount - 1n })),
  ),
  lie(
    'that enforces half',
    trade(({ minOutputAmount }) => ({ minOutputAmount: minOutputAmount / 2n })),
  ),
  lie(
    'that enforces the whole claimed output',
    trade(({ minOutputAmount }) => ({ minOutputAmount: (minOutputAmount * 10_000n) / 9_950n })),
  ),
  lie(
    'that enforces twice the possible output',
    trade(({ minOutputAmount }) => ({ minOutputAmount: minOutputAmount * 2n })),
  ),
  lie('that enforces 2^256 - 1', trade({ minOutputAmount: maxUint256 })),
  // The receiver.
  lie(
    'that pays a stranger',
    trade((_, { chain }) => ({ outputReceiver: stranger(chain) })),
  ),
  lie('that pays the zero address', trade({ outputReceiver: ZERO_ADDRESS })),
  lie(
    'that pays the settlement',
    trade((_, { chain }) => ({ outputReceiver: chain.manifest.contracts.settlement })),
  ),
  lie(
    'that pays the executor',
    trade((_, { chain }) => ({ outputReceiver: chain.manifest.contracts.executor })),
  ),
  lie(
    'that pays the output token',
    trade(({ outputToken }) => ({ outputReceiver: outputToken })),
  ),
  lie(
    'that pays a look-alike of the user’s address',
    trade(({ outputReceiver }) => ({
      outputReceiver: `${outputReceiver.slice(0, -1).toLowerCase()}0` as Hex,
    })),
  ),
  lie(
    'that pays a stranger, as in the quote',
    both(
      trade((_, { chain }) => ({ outputReceiver: stranger(chain) })),
      field('outputReceiver', strangerIn),
    ),
  ),
  // Fees.
  lie(
    'with an unconfigured partner',
    trade((_, { chain }) => ({ partner: stranger(chain) })),
  ),
  lie(
    'with an unconfigured partner at 10 %',
    trade((_, { chain }) => ({ partner: stranger(chain), partnerFeeBps: 1_000n })),
  ),
  lie(
    'with an unconfigured partner at 0.4 %, within the slippage',
    trade((_, { chain }) => ({ partner: stranger(chain), partnerFeeBps: 40n })),
  ),
  lie(
    'with a stranger instead of the partner',
    trade((_, { chain }) => ({ partner: stranger(chain) })),
    { swap: 'partner' },
  ),
  lie('without the partner', trade({ partner: ZERO_ADDRESS, partnerFeeBps: 0n }), { swap: 'partner' }),
  ...[51n, 1_000n, 10_000n, maxUint256].map((partnerFeeBps) =>
    lie(`with a partner fee of ${partnerFeeBps} bps`, trade({ partnerFeeBps }), { swap: 'partner' }),
  ),
  lie('with a smaller partner fee', trade({ partnerFeeBps: 10n }), { swap: 'partner' }),
  lie('with a partner fee and no partner', trade({ partnerFeeBps: 50n })),
  ...[6, 30, 49, 100, 1_000].map((bps) =>
    lie(
      `with a settlement fee of ${bps} bps`,
      trade(({ minOutputAmount }) => ({ settlementFee: getShare(minOutputAmount, bps) })),
    ),
  ),
  lie('with a settlement fee of 2^256 - 1', trade({ settlementFee: maxUint256 })),
  lie('without a settlement fee', trade({ settlementFee: 0n })),
  lie('that shares all surplus', trade({ surplusThreshold: 0n })),
  lie(
    'that shares everything above the minimum',
    trade(({ minOutputAmount }) => ({ surplusThreshold: minOutputAmount })),
  ),
  lie('that shares surplus above 2^255', trade({ surplusThreshold: 2n ** 255n })),
  lie(
    'that shares all surplus with a stranger',
    trade((_, { chain }) => ({ surplusThreshold: 0n, partner: stranger(chain) })),
  ),
  // The deadline.
  lie('with a deadline in 1970', trade({ deadline: 0n })),
  lie(
    'with a deadline an hour ago',
    trade(() => ({ deadline: now() - 3_600n })),
  ),
  lie(
    'with a deadline a minute ago',
    trade(() => ({ deadline: now() - 60n })),
  ),
  lie(
    'with a deadline in 3,000 seconds',
    trade(() => ({ deadline: now() + 3_000n })),
  ),
  lie(
    'with a deadline in a day',
    trade(() => ({ deadline: now() + 86_400n })),
  ),
  lie('with an unlimited deadline', trade({ deadline: maxUint256 })),
  lie(
    'with a deadline in milliseconds',
    trade(() => ({ deadline: BigInt(Date.now()) })),
  ),
  lie('with a deadline above the safe integers', trade({ deadline: 2n ** 53n + 1n })),
  // The route.
  lie(
    'with no route',
    call((honest) => ({ ...honest, route: '0x' })),
  ),
  lie(
    'with random bytes as route',
    call((honest) => ({ ...honest, route: '0xdeadbeef' })),
  ),
  lie(
    'with an empty list of steps',
    route(() => []),
  ),
  lie(
    'with an unknown kind of step',
    route((steps) => steps.map((step) => ({ ...step, kind: 250 }))),
  ),
  lie(
    'with a source that does not exist',
    route((steps) => steps.map((step) => ({ ...step, source: 200 }))),
  ),
  lie(
    'with a source of another kind',
    route((steps) => steps.map((step) => ({ ...step, source: 0 }))),
  ),
  lie(
    'with a pool that does not exist',
    route((steps) => steps.map((step) => ({ ...step, data: pad('0x7b', { size: 32 }) }))),
  ),
  lie(
    'with the worst pool of the pair',
    route(([first], { chain }) => [
      {
        ...required(first),
        tokenIn: chain.token('DAI').address,
        tokenOut: chain.token('WETH').address,
        data: pad(toHex(3_000), { size: 32 }),
      },
    ]),
  ),
  lie(
    'that sells a third of the input',
    route((steps) => steps.map((step, index) => (index === 0 ? { ...step, portion: 2n ** 64n / 3n } : step))),
  ),
  lie(
    'that sells nothing of the input',
    route((steps) => steps.map((step) => ({ ...step, portion: 0n }))),
  ),
  lie(
    'that ends after half of the path',
    route((steps) => steps.slice(0, 1)),
  ),
  lie(
    'that trades forth and back',
    route((steps) => [
      ...steps,
      ...[...steps].reverse().map((step) => ({ ...step, tokenIn: step.tokenOut, tokenOut: step.tokenIn })),
    ]),
  ),
  lie(
    'that trades through a token of the service',
    route((steps, { chain }) => steps.map((step) => ({ ...step, tokenOut: stranger(chain) }))),
  ),
  lie(
    'that supplies the input to a lending pool',
    route(([first], { chain }) => [{ ...required(first), kind: 2, tokenOut: chain.token('WETH').address }]),
  ),
  lie(
    'that buys its own amount',
    call((honest) => ({ ...honest, route: concatHex(['0x01', pad('0x01', { size: 32 }), honest.route]) })),
  ),
  lie(
    'with a thousand steps',
    route((steps) => Array.from({ length: 1_000 }, (_, index) => required(steps[index % steps.length]))),
  ),
  lie(
    'with a route of 200 kB',
    call((honest) => ({ ...honest, route: concatHex([honest.route, `0x${'00'.repeat(200_000)}`]) })),
  ),
  // The permit.
  lie(
    'with a permit of one byte',
    call((honest) => ({ ...honest, permit: '0x00' })),
  ),
  lie(
    'that pulls through Permit2',
    call((honest) => ({ ...honest, permit: '0x03' })),
  ),
  lie(
    'with a malformed permit',
    call((honest) => ({ ...honest, permit: '0x02deadbeef' })),
  ),
  lie(
    'with an unsigned permit',
    call((honest) => ({
      ...honest,
      permit: concatHex([
        '0x02',
        encodeAbiParameters(
          [
            { type: 'uint256' },
            { type: 'uint256' },
            { type: 'uint8' },
            { type: 'bytes32' },
            { type: 'bytes32' },
          ],
          [maxUint256, maxUint256, 27, pad('0x01'), pad('0x02')],
        ),
      ]),
    })),
  ),
  // Other functions.
  selector(
    'approve for a stranger',
    calldata((_, { chain }) =>
      encodeFunctionData({ abi: others, functionName: 'approve', args: [stranger(chain), maxUint256] }),
    ),
  ),
  selector(
    'approve for a stranger, with the token as router',
    both(
      calldata((_, { chain }) =>
        encodeFunctionData({ abi: others, functionName: 'approve', args: [stranger(chain), maxUint256] }),
      ),
      field('router', getToken('DAI')),
    ),
  ),
  selector(
    'transfer to a stranger',
    calldata((_, { chain }) =>
      encodeFunctionData({ abi: others, functionName: 'transfer', args: [stranger(chain), 10n ** 18n] }),
    ),
  ),
  selector(
    'transferFrom to a stranger',
    calldata((_, { chain }) =>
      encodeFunctionData({
        abi: others,
        functionName: 'transferFrom',
        args: [chain.account(0), stranger(chain), 10n ** 18n],
      }),
    ),
  ),
  selector(
    'increaseAllowance for a stranger',
    calldata((_, { chain }) =>
      encodeFunctionData({
        abi: others,
        functionName: 'increaseAllowance',
        args: [stranger(chain), maxUint256],
      }),
    ),
  ),
  selector(
    'setApprovalForAll',
    calldata((_, { chain }) =>
      encodeFunctionData({ abi: others, functionName: 'setApprovalForAll', args: [stranger(chain), true] }),
    ),
  ),
  selector(
    'permit',
    calldata((_, { chain }) =>
      encodeFunctionData({
        abi: others,
        functionName: 'permit',
        args: [chain.account(0), stranger(chain), maxUint256, maxUint256, 27, pad('0x01'), pad('0x02')],
      }),
    ),
  ),
  selector(
    'multicall around the swap',
    calldata((data) => encodeFunctionData({ abi: others, functionName: 'multicall', args: [[data]] })),
  ),
  selector(
    'the executor',
    calldata((_, { chain }) =>
      encodeFunctionData({
        abi: others,
        functionName: 'execute',
        args: [
          chain.token('DAI').address,
          chain.token('WETH').address,
          stranger(chain),
          stranger(chain),
          '0x',
        ],
      }),
    ),
  ),
  selector(
    'the selector alone',
    calldata((data) => sliceHex(data, 0, 4)),
  ),
  selector(
    'a missing function',
    calldata((data) => concatHex(['0xdeadbeef', sliceHex(data, 4)])),
  ),
  selector(
    'the treasury, which is read-only',
    calldata(() => encodeFunctionData({ abi: parseAbi(['function treasury()']), functionName: 'treasury' })),
  ),
  // Malformed bytes.
  lie(
    'that lacks its last byte',
    calldata((data) => sliceHex(data, 0, -1)),
  ),
  lie(
    'that is truncated in the middle',
    calldata((data) => sliceHex(data, 0, 420)),
  ),
  lie(
    'that is truncated after the trade',
    calldata((data) => sliceHex(data, 0, 4 + 32 * 12)),
  ),
  lie(
    'with 32 additional bytes',
    calldata((data) => concatHex([data, pad('0x01', { size: 32 })])),
  ),
  lie(
    'with a referral appended',
    calldata((data) => concatHex([data, '0x0badcafe'])),
  ),
  lie(
    'that is repeated twice',
    calldata((data) => concatHex([data, data])),
  ),
  lie(
    'with a second call appended',
    calldata((data, { chain }) =>
      concatHex([
        data,
        encodeFunctionData({ abi: others, functionName: 'approve', args: [stranger(chain), maxUint256] }),
      ]),
    ),
  ),
  lie(
    'in capitals',
    calldata((data) => `0x${data.slice(2).toUpperCase()}`),
  ),
  lie(
    'with a capital X',
    calldata((data) => `0X${data.slice(2)}`),
  ),
  ...(['inputToken', 'outputToken', 'outputReceiver', 'partner'] as const).map((name) =>
    lie(`with dirty padding above its ${name}`, word(WORD[name], dirty)),
  ),
  lie(
    'whose route offset points elsewhere',
    word(WORD.route, (offset) => pad(toHex(BigInt(offset) + 32n), { size: 32 })),
  ),
  lie(
    'whose route is its permit',
    word(WORD.permit, () => pad(toHex(32n * 12n), { size: 32 })),
  ),
  lie(
    'whose permit offset is beyond its end',
    word(WORD.permit, () => pad(toHex(2n ** 64n), { size: 32 })),
  ),
  lie(
    'whose offsets overflow',
    word(WORD.route, () => toHex(maxUint256 - 31n, { size: 32 })),
  ),
  lie(
    'with a gap before its route',
    calldata((data) => {
      const heads = 4 + 32 * 12
      const moved = (index: number) =>
        pad(toHex(BigInt(sliceHex(data, 4 + index * 32, 36 + index * 32)) + 32n), { size: 32 })
      return concatHex([
        sliceHex(data, 0, 4 + 320),
        moved(10),
        moved(11),
        pad('0xbad0', { size: 32 }),
        sliceHex(data, heads),
      ])
    }),
  ),
]

function required<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('The route has no step')
  return value
}
