import { fireEvent, render, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { NATIVE_TOKEN } from '../../wire/lib/address.ts'
import { FIXTURE_CONFIG } from '../testing/fixtures/fixture-config.ts'
import { FixtureContext, type FixtureContextProps } from '../testing/fixtures/fixture-context.tsx'
import { BASE, USDC } from '../testing/fixtures/fixture-tokens.ts'
import { TokenAvatar } from './token-avatar.tsx'

/** The code of the logos loads slowly on a busy machine. */
const PATIENT = { timeout: 10_000 }
const LOGO = 'https://logos.example/usdc.svg'
const [ethereum, base] = FIXTURE_CONFIG.chains
/** No logo is shipped for this token and this chain. */
const UNKNOWN = { ...USDC, address: `0x${'7'.repeat(40)}` } as typeof USDC
const unknownChain = { ...base!, id: 424242 }

const REAL_USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

/** Renders an avatar and waits until its logos are loaded. */
async function draw(config: FixtureContextProps['config'], token = { ...UNKNOWN, logoUri: LOGO }) {
  const { container } = render(
    <FixtureContext config={{ logoHosts: ['logos.example'], ...config }}>
      <TokenAvatar token={token} />
    </FixtureContext>,
  )
  await waitFor(
    () => expect(container.querySelector('img, svg, [style*="gradient"]')).not.toBeNull(),
    PATIENT,
  )
  return {
    logo: () => container.querySelector('svg path')?.getAttribute('fill'),
    pictures: () => [...container.querySelectorAll('img')].map(({ src }) => src),
    image: () => container.querySelector('img')!,
    badge: () => container.querySelector('[data-part="chain-badge"]'),
    color: () => container.querySelector<HTMLElement>('[style*="gradient"]')?.style.backgroundImage,
    text: () => container.textContent,
  }
}

it('shows the logo of an allowed host and draws an avatar when loading fails', async () => {
  const { pictures, image, text } = await draw({ chains: [ethereum!] })
  expect(pictures()).toEqual([LOGO])
  fireEvent.error(image())
  expect(pictures()).toEqual([])
  expect(text()).toBe('U')
})

it('does not retry a failed logo in the same widget, but in another widget', async () => {
  const list = (...rows: string[]) => (
    <FixtureContext config={{ logoHosts: ['logos.example'], chains: [ethereum!] }}>
      {rows.map((row) => (
        <TokenAvatar key={row} token={{ ...UNKNOWN, logoUri: LOGO }} />
      ))}
    </FixtureContext>
  )
  const { container, rerender } = render(list('a'))
  await waitFor(() => expect(container.querySelector('img')).not.toBeNull(), PATIENT)
  fireEvent.error(container.querySelector('img')!)
  rerender(list('a', 'b', 'c'))
  expect(container.querySelectorAll('img')).toHaveLength(0)
  expect(container).toHaveTextContent('UUU')
  expect((await draw({ chains: [ethereum!] })).pictures()).toEqual([LOGO])
})

it('loads nothing when the host allows no logos', async () => {
  expect((await draw({ chains: [ethereum!], logoHosts: [] })).pictures()).toEqual([])
})

it('shows a chain badge when several chains are configured', async () => {
  expect((await draw({ chains: [ethereum!] })).badge()).toBeNull()
  const drawn = await draw(
    { chains: [ethereum!, unknownChain], input: {}, output: {} },
    { ...UNKNOWN, logoUri: LOGO, chainId: unknownChain.id as typeof USDC.chainId },
  )
  expect(drawn.badge()).toHaveTextContent('B')
  const logoUri = 'https://logos.example/base.svg'
  const badged = await draw(
    { chains: [ethereum!, { ...base!, logoUri }] },
    { ...USDC, logoUri: '', chainId: BASE },
  )
  expect(badged.pictures()).toEqual([logoUri])
})

it('draws an asset in one color on all chains', async () => {
  const chains = [ethereum!, base!]
  const here = await draw({ chains }, { ...UNKNOWN, logoUri: '' })
  const there = await draw(
    { chains },
    { ...USDC, logoUri: '', chainId: BASE, address: `0x${'7'.repeat(40)}` as typeof USDC.address },
  )
  expect(there.color()).toBe(here.color())
})

describe('a shipped logo', () => {
  const mainnet = { ...ethereum!, id: 1 }
  const noPair = { input: {}, output: {}, logoHosts: [] }
  const usdc = { ...USDC, chainId: 1, address: REAL_USDC, logoUri: '' } as const

  it('belongs to a token by its chain and address, in any case, and needs no request', async () => {
    const drawn = await draw({ chains: [mainnet], ...noPair }, usdc)
    expect(drawn.logo()).toBe('#0b53bf')
    expect(drawn.pictures()).toEqual([])
    const lower = { ...usdc, address: REAL_USDC.toLowerCase() as typeof REAL_USDC }
    expect((await draw({ chains: [mainnet], ...noPair }, lower)).logo()).toBe('#0b53bf')
  })

  it('is not shown for a token that only has the symbol and name of another', async () => {
    const fake = { ...usdc, address: `0x${'5'.repeat(40)}` } as const
    const drawn = await draw({ chains: [mainnet], ...noPair }, fake)
    expect(drawn.logo()).toBeUndefined()
    expect(drawn.text()).toBe('U')
  })

  it('is not shown for the same address on another chain', async () => {
    const elsewhere = { ...usdc, chainId: 137 }
    const drawn = await draw({ chains: [{ ...mainnet, id: 137 }], ...noPair }, elsewhere)
    expect(drawn.text()).toBe('U')
  })

  it('shows the native token and the badge of a preset chain', async () => {
    const chains = [mainnet, { ...base!, id: 8453 }]
    const ether = { ...usdc, symbol: 'ETH', address: NATIVE_TOKEN, chainId: 8453 }
    const drawn = await draw({ chains, ...noPair }, ether)
    expect(drawn.logo()).toBe('#627eea')
    expect(drawn.badge()?.querySelector('path')).toHaveAttribute('fill', '#0052ff')
  })
})
