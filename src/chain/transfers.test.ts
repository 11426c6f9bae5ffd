import { describe, expect, it } from 'vitest'
import { PARTNER, USDC, USER } from '../../wire/fixtures/addresses.ts'
import { readAllowances, readTransfers } from './transfers.ts'

const topic = (address: string) => `0x${address.slice(2).padStart(64, '0')}` as const
const word = (value: number) => value.toString(16).padStart(64, '0')
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const TRANSFER_SINGLE = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
const TRANSFER_BATCH = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'
const APPROVAL_FOR_ALL = '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31'

describe('transfers from an account', () => {
  const taken = { token: USDC, from: USER.toLowerCase(), to: PARTNER.toLowerCase() }
  const lower = (transfers: ReturnType<typeof readTransfers>) =>
    transfers.map((transfer) => ({
      ...transfer,
      from: transfer.from.toLowerCase(),
      to: transfer.to.toLowerCase(),
    }))

  it('include an amount of an ERC-20 token', () => {
    const topics = [TRANSFER, topic(USER), topic(PARTNER)] as const
    const log = { address: USDC, topics, data: `0x${word(5)}` as const }
    expect(lower(readTransfers([log]))).toEqual([{ ...taken, amount: 5n }])
  })

  it('include one item of an ERC-721 collection', () => {
    const topics = [TRANSFER, topic(USER), topic(PARTNER), topic('0x07')] as const
    expect(lower(readTransfers([{ address: USDC, topics, data: '0x' }]))).toEqual([{ ...taken, amount: 1n }])
  })

  it.each([TRANSFER_SINGLE, TRANSFER_BATCH] as const)(
    'include items of an ERC-1155 collection, whichever account moved them: %s',
    (event) => {
      const topics = [event, topic(USDC), topic(USER), topic(PARTNER)] as const
      const log = { address: USDC, topics, data: `0x${word(7)}${word(0)}` as const }
      expect(lower(readTransfers([log]))).toEqual([{ ...taken, amount: 1n }])
    },
  )
})

describe('operator of a collection', () => {
  it.each([
    [true, 1n],
    [false, 0n],
  ])('counts its approval (%s) as an allowance', (isApproved, amount) => {
    const topics = [APPROVAL_FOR_ALL, topic(USER), topic(PARTNER)] as const
    const log = { address: USDC, topics, data: `0x${word(Number(isApproved))}` as const }
    expect(readAllowances([log])).toMatchObject([{ token: USDC, amount }])
  })
})
