import { createPublicClient, createWalletClient, encodeFunctionData, erc20Abi, type Hex, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { createClients } from '../../src/clients/create-clients.ts'
import { type Address, isNativeToken, sameAddress } from '../../wire/lib/address.ts'

/** A trader who knows only the address of the settlement and the responses of the service. */
export interface Trader {
  /**
   * Requests a quote, approves, sends it, and compares the received amount with the quote's
   * minimum. Returns a description.
   */
  swap(order: { url: string; key: string; from: Address; to: Address; amount: bigint }): Promise<Swapped>
}

export interface Swapped {
  received: bigint
  words: string
}

export interface TraderDeps {
  rpcUrl: string
  /** Its name in the config. */
  chainName: string
  privateKey: Hex
  settlement: Address
}

export function createTrader({ rpcUrl, chainName, privateKey, settlement }: TraderDeps): Trader {
  const account = privateKeyToAccount(privateKey)
  const reader = createPublicClient({ transport: http(rpcUrl), pollingInterval: 100 })
  const wallet = createWalletClient({ account, transport: http(rpcUrl) })

  const balanceOf = (token: Address) =>
    isNativeToken(token)
      ? reader.getBalance(account)
      : reader.readContract({
          abi: erc20Abi,
          address: token,
          functionName: 'balanceOf',
          args: [account.address],
        })

  async function send(call: { to: Address; data: Hex; value?: bigint }) {
    const hash = await wallet.sendTransaction({ ...call, chain: null })
    const receipt = await reader.waitForTransactionReceipt({ hash })
    if (receipt.status !== 'success') throw new Error(`Transaction ${hash} reverted`)
    return receipt
  }

  return {
    async swap({ url, key, from, to, amount }) {
      const { router } = createClients(() => ({
        baseUrl: `${url}/router`,
        tokensUrl: `${url}/tokens`,
        exchangeRatesUrl: `${url}/rates`,
        apiKey: key,
      }))
      if (!isNativeToken(from)) {
        const args = [settlement, amount] as const
        await send({ to: from, data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args }) })
      }
      const { value: quote } = await router.quote({
        chainID: chainName,
        inputToken: from,
        outputToken: to,
        inputAmount: String(amount),
        userAddress: account.address,
        outputReceiver: account.address,
        uniquePID: 'operator',
      })
      const { router: target, calldata, value, revert, error, minOutputAmount, effectiveOutputAmount } = quote
      if (!calldata || revert) throw new Error(`The quote would fail: ${error}`)
      if (!target || !sameAddress(target, settlement))
        throw new Error(`The quote is for ${target}, not ${settlement}`)
      const before = await balanceOf(to)
      const { gasUsed } = await send({ to: settlement, data: calldata, value: BigInt(value) })
      const received = (await balanceOf(to)) - before
      if (received < BigInt(minOutputAmount))
        throw new Error(`${received} was received, but the quote promised at least ${minOutputAmount}`)
      return {
        received,
        words: `${amount} units paid, ${received} received, ${effectiveOutputAmount} quoted, ${minOutputAmount} at least, ${gasUsed} gas`,
      }
    },
  }
}
