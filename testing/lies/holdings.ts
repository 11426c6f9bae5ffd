import { encodeAbiParameters, encodeFunctionData, keccak256, parseAbi } from 'viem'
import { createRpc, type RpcCall } from '../../devnet/node/rpc.ts'
import type { ManifestToken } from '../../devnet/plan/manifest.ts'
import { tokenPlan } from '../../devnet/plan/tokens.ts'
import type { TestChain } from '../../devnet/testing/devnet.ts'
import { type Address, type Hex, NATIVE_TOKEN } from '../../wire/lib/address.ts'

/** Balances of an account in base units, by token address in lower case, native token included. */
export type Holdings = ReadonlyMap<string, bigint>

/** An allowance. Token and spender are in lower case. */
export interface Allowance {
  token: string
  spender: string
  amount: bigint
}

const erc20 = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function allowance(address, address) view returns (uint256)',
])

/** Storage slots of the devnet's own tokens, read directly so that replaced token code cannot falsify them. */
const BALANCES_SLOT = 1n
const ALLOWANCES_SLOT = 2n

/** All token balances of an account on the devnet, read from storage where its layout is known. */
export async function readHoldings(chain: TestChain, account: Address): Promise<Holdings> {
  const { tokens, rpcUrl } = chain.manifest
  const calls = tokens.map((token) =>
    isOwnLedger(token)
      ? storage(token.address, getSlot(account, BALANCES_SLOT))
      : call(token.address, encodeFunctionData({ abi: erc20, functionName: 'balanceOf', args: [account] })),
  )
  const [native, ...balances] = await createRpc(rpcUrl).batch<Hex>([
    { method: 'eth_getBalance', params: [account, 'latest'] },
    ...calls,
  ])
  const held = tokens.map(({ address }, index): [string, bigint] => [
    address.toLowerCase(),
    BigInt(balances[index] ?? 0),
  ])
  return new Map([[NATIVE_TOKEN.toLowerCase(), BigInt(native ?? 0)], ...held])
}

/** All non-zero allowances of an account to these spenders. */
export async function readAllowances(
  chain: TestChain,
  owner: Address,
  spenders: readonly Address[],
): Promise<Allowance[]> {
  const { tokens, rpcUrl } = chain.manifest
  const pairs = tokens.flatMap((token) => spenders.map((spender) => ({ token, spender })))
  const answers = await createRpc(rpcUrl).batch<Hex>(
    pairs.map(({ token, spender }) =>
      isOwnLedger(token)
        ? storage(token.address, getSlot(spender, BigInt(getSlot(owner, ALLOWANCES_SLOT))))
        : call(
            token.address,
            encodeFunctionData({ abi: erc20, functionName: 'allowance', args: [owner, spender] }),
          ),
    ),
  )
  return pairs
    .map(({ token, spender }, index) => ({
      token: token.address.toLowerCase(),
      spender: spender.toLowerCase(),
      amount: BigInt(answers[index] ?? 0),
    }))
    .filter(({ amount }) => amount > 0n)
}

/** The spenders in the `Approval` logs of an account since a block. */
export async function readSpenders(chain: TestChain, owner: Address, since: bigint): Promise<Address[]> {
  const { rpcUrl } = chain.manifest
  const filter = {
    // Requesting blocks that do not exist yet is an error.
    fromBlock: `0x${since.toString(16)}`,
    topics: [APPROVAL, encodeAbiParameters([{ type: 'address' }], [owner])],
  }
  const logs = await createRpc(rpcUrl).request<{ topics: Hex[] }[]>('eth_getLogs', filter)
  return logs.map(({ topics }): Address => `0x${(topics[2] ?? '').slice(-40)}`)
}

/** keccak256 of `Approval(address,address,uint256)`. */
const APPROVAL = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'

/** True for the devnet's own tokens, which share a storage layout. */
function isOwnLedger({ symbol, claim }: ManifestToken): boolean {
  return claim === undefined && tokenPlan(symbol).contract !== 'WETH9'
}

function getSlot(key: Address, slot: bigint): Hex {
  return keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [key, slot]))
}

function storage(address: Address, slot: Hex): RpcCall {
  return { method: 'eth_getStorageAt', params: [address, slot, 'latest'] }
}

function call(to: Address, data: Hex): RpcCall {
  return { method: 'eth_call', params: [{ to, data }, 'latest'] }
}
