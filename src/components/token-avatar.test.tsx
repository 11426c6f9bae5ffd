import { fireEvent, render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FIXTURE_CONFIG } from '../testing/fixtures/fixture-config.ts'
import { FixtureContext, type FixtureContextProps } from '../testing/fixtures/fixture-context.tsx'
import { BASE, USDC } from '../testing/fixtures/fixture-tokens.ts'
import { TokenAvatar } from './token-avatar.tsx'

const LOGO = 'https://logos.example/usdc.svg'
const [ethereum, base] = FIXTURE_CONFIG.chains

function draw(config: FixtureContextProps['config'], token = { ...USDC, logoUri: LOGO }) {
  const { container } = render(
    <FixtureContext config={{ logoHosts: ['logos.example'], ...config }}>
      <TokenAvatar token={token} />
    </FixtureContext>,
  )
  return {
    pictures: () => [...container.querySelectorAll('img')].map(({ src }) => src),
    image: () => container.querySelector('img')!,
    badge: () => container.querySelector('[data-part="chain-badge"]'),
    color: () => container.querySelector<HTMLElement>('[style*="gradient"]')?.style.backgroundImage,
    text: () => container.textContent,
  }
}

it('shows the logo of an allowed host and draws an avatar when loading fails', () => {
  const { pictures, image, text } = draw({ chains: [ethereum!] })
  expect(pictures()).toEqual([LOGO])
  fireEvent.error(image())
  expect(pictures()).toEqual([])
  expect(text()).toBe('U')
})

it('does not retry a failed logo in the same widget, but in another widget', () => {
  const list = (...rows: string[]) => (
    <FixtureContext config={{ logoHosts: ['logos.example'], chains: [ethereum!] }}>
      {rows.map((row) => (
        <TokenAvatar key={row} token={{ ...USDC, logoUri: LOGO }} />
      ))}
    </FixtureContext>
  )
  const { container, rerender } = render(list('a'))
  fireEvent.error(container.querySelector('img')!)
  rerender(list('a', 'b', 'c'))
  expect(container.querySelectorAll('img')).toHaveLength(0)
  expect(container).toHaveTextContent('UUU')
  expect(draw({ chains: [ethereum!] }).pictures()).toEqual([LOGO])
})

it('loads nothing when the host allows no logos', () => {
  expect(draw({ chains: [ethereum!], logoHosts: [] }).pictures()).toEqual([])
})

it('shows a chain badge when several chains are configured', () => {
  expect(draw({ chains: [ethereum!] }).badge()).toBeNull()
  const drawn = draw({}, { ...USDC, logoUri: LOGO, chainId: BASE as typeof USDC.chainId })
  expect(drawn.badge()).toHaveTextContent('B')
  const logoUri = 'https://logos.example/base.svg'
  expect(
    draw({ chains: [ethereum!, { ...base!, logoUri }] }, { ...USDC, logoUri: '', chainId: BASE }).pictures(),
  ).toEqual([logoUri])
})

it('draws an asset in one color on all chains', () => {
  const chains = [ethereum!, base!]
  const here = draw({ chains }, { ...USDC, logoUri: '' })
  const there = draw(
    { chains },
    { ...USDC, logoUri: '', chainId: BASE, address: `0x${'7'.repeat(40)}` as typeof USDC.address },
  )
  expect(there.color()).toBe(here.color())
})
