import { expect, it, vi } from 'vitest'
import type { Connector } from 'wagmi'
import { createPrompts } from './prompts.ts'

/** A wallet whose provider is missing at first. */
function createWallet() {
  const provider = {}
  const getProvider = vi.fn(async (): Promise<object> => provider)
  getProvider.mockRejectedValueOnce(new Error('not ready'))
  return { getProvider, wallet: { getProvider } as unknown as Connector }
}

it('clears a request of a wallet that could not be followed at first', async () => {
  const { wallet } = createWallet()
  const prompts = createPrompts(() => {})
  await prompts.follow(wallet)
  const asked = { about: undefined }
  void prompts.ask(wallet, asked, () => new Promise(() => {}))
  await vi.waitFor(() => expect(prompts.get()).toEqual(asked))
  await expect(prompts.ask(wallet, asked, async () => 1)).rejects.toMatchObject({ code: 'REQUEST_PENDING' })
  prompts.forget()
  await expect(prompts.ask(wallet, asked, async () => 1)).resolves.toBe(1)
})

it('follows a wallet again that could not be followed before', async () => {
  const { wallet, getProvider } = createWallet()
  const prompts = createPrompts(() => {})
  await prompts.follow(wallet)
  await prompts.follow(wallet)
  await prompts.follow(wallet)
  expect(getProvider).toHaveBeenCalledTimes(2)
})
