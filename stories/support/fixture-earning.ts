import { AUSDC, EARNING, LISTED, VAULT } from '../../testing/fixture-tokens.ts'
import { createFixtureYields } from '../../testing/fixture-yields.ts'
import { FIXTURE_CONFIG } from './fixture-config.ts'
import type { FixtureOptions } from './fixture-widget-instance.ts'

/**
 * A widget with a yield interface whose catalogue lists earning tokens. The form swaps ETH for a
 * lending token.
 */
export const EARNING_WIDGET = {
  config: {
    yieldUrl: 'http://fixture.test/yield',
    output: { token: AUSDC.address },
    // The fixture chain does not distinguish networks, so two networks would list every balance
    // twice.
    chains: FIXTURE_CONFIG.chains.slice(0, 1),
  },
  service: {
    tokens: [...LISTED, ...EARNING],
    types: { [AUSDC.symbol]: 'lend', [VAULT.symbol]: 'invest' },
    yields: createFixtureYields(),
  },
} satisfies FixtureOptions
