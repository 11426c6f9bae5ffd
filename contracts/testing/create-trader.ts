import { type Address, type Hex, isAddressEqual, parseEventLogs, zeroAddress } from 'viem'
import { GAS, NATIVE, type TestChain, type WriteOptions } from '../../devnet/setup/test-chain.ts'
import { settlementAbi } from '../../wire/abi/settlement.ts'

interface TradeInput {
  inputToken: Address
  outputToken: Address
  inputAmount: bigint
  minOutputAmount?: bigint
  outputReceiver?: Address
  partner?: Address
  partnerFeeBps?: bigint
  settlementFee?: bigint
  surplusThreshold?: bigint
  deadline?: bigint
}

interface SwapOptions extends WriteOptions {
  permit?: Hex
}

interface SwappedEvent {
  sender: Address
  outputReceiver: Address
  inputToken: Address
  outputToken: Address
  inputSpent: bigint
  outputReceived: bigint
  partnerPaid: bigint
  treasuryPaid: bigint
}

/** An account that approves a settlement and trades through it. */
export function createTrader(
  chain: Pick<TestChain, 'client' | 'accounts' | 'approve' | 'mined'>,
  settlement: Address,
  mint: (token: Address, to: Address, amount: bigint) => Promise<unknown>,
) {
  const { client, accounts } = chain

  /** Parameters with the minimum fee, no partner, no surplus sharing, and any output. */
  const fill = (trade: TradeInput) => ({
    minOutputAmount: 1n,
    outputReceiver: accounts.receiver,
    partner: zeroAddress,
    partnerFeeBps: 0n,
    settlementFee: 0n,
    surplusThreshold: 2n ** 256n - 1n,
    deadline: 2n ** 40n,
    ...trade,
  })

  const approve = (token: Address, spender: Address, amount: bigint, from = accounts.trader) =>
    chain.approve(token, spender, amount, from)

  /** Gives the trader an input and approves it to the settlement. */
  async function fund(token: Address, amount: bigint) {
    await mint(token, accounts.trader, amount)
    await approve(token, settlement, amount)
  }

  /** Swaps, and returns the event; rejects with the contract's error if it reverts. */
  async function swap(input: TradeInput, route: Hex, options: SwapOptions = {}) {
    const call = {
      address: settlement,
      abi: settlementAbi,
      functionName: 'swap',
      args: [fill(input), route, options.permit ?? '0x'],
      account: options.from ?? accounts.trader,
      value: options.value ?? (input.inputToken === NATIVE ? input.inputAmount : 0n),
      gas: options.gas ?? GAS,
    } as const
    await client.simulateContract(call)
    const { logs, gasUsed } = await chain.mined(client.writeContract({ ...call, chain: null }))
    const own = logs.filter(({ address }) => isAddressEqual(address, settlement))
    const [event] = parseEventLogs({ abi: settlementAbi, eventName: 'Swapped', logs: own })
    return { ...(event?.args as SwappedEvent), gasUsed }
  }

  /** Simulates a swap and returns the output; rejects like `swap`. */
  async function tryOut(input: TradeInput, route: Hex): Promise<bigint> {
    const { result } = await client.simulateContract({
      address: settlement,
      abi: settlementAbi,
      functionName: 'swap',
      args: [fill(input), route, '0x'],
      account: accounts.trader,
      gas: GAS,
    })
    return result
  }

  return { fill, approve, fund, swap, tryOut }
}
