import type { StorybookConfig } from '@storybook/react-vite'
import { BASE, ETHEREUM, LISTED } from '../src/testing/fixtures/fixture-tokens.ts'

const config: StorybookConfig = {
  framework: '@storybook/react-vite',
  stories: ['../stories/*.stories.tsx'],
  addons: ['@storybook/addon-docs', '@storybook/addon-a11y', '@storybook/addon-vitest'],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  typescript: { reactDocgen: 'react-docgen' },
  // Disables the public folder of the playground's Vite config.
  viteFinal: (vite) => ({
    ...vite,
    publicDir: false,
    plugins: [...(vite.plugins ?? []), addsFixtureLogos()],
  }),
}

/** Adds the fixture tokens and chains to the table of logos, which has only real ones. */
function addsFixtureLogos() {
  return {
    name: 'sluice-fixture-logos',
    enforce: 'pre' as const,
    transform(code: string, id: string) {
      if (!id.includes('/src/components/logos/logos.json')) return undefined
      const tables = JSON.parse(code)
      const tokens = LISTED.map(({ address, symbol }) => [address.toLowerCase(), symbol])
      for (const chainId of [ETHEREUM, BASE]) tables.tokens[chainId] = Object.fromEntries(tokens)
      Object.assign(tables.chains, { [ETHEREUM]: 'ETH', [BASE]: 'base' })
      return JSON.stringify(tables)
    },
  }
}

export default config
