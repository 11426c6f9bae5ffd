import { decodeFunctionData, getAddress } from 'viem'
import { expect, it } from 'vitest'
import { erc20Abi } from '../../wire/abi/erc20.ts'
import type { Address } from '../../wire/lib/address.ts'
import { loadApproveCall } from './approve-call.ts'

const TOKEN: Address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const SPENDER: Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'

it.each([SPENDER, SPENDER.toLowerCase(), `0x${SPENDER.slice(2).toUpperCase()}`])(
  'approves a spender whose address the host spells %s',
  async (spender) => {
    const { to, data } = (await loadApproveCall())(TOKEN, spender as Address, 7n)
    expect(to).toBe(TOKEN)
    expect(decodeFunctionData({ abi: erc20Abi, data })).toEqual({
      functionName: 'approve',
      args: [getAddress(SPENDER), 7n],
    })
  },
)
