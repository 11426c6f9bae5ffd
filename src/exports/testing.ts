// Tools for tests and demos of pages that embed the widget. No other entry imports src/testing, so
// production pages contain none of it.
export {
  createDevWallet,
  type DevWallet,
  type DevWalletBehavior,
  type DevWalletOptions,
  type DevWalletProvider,
  type DevWalletRequest,
} from '../testing/dev-wallet.ts'
export { devWalletScript } from '../testing/dev-wallet-script.ts'
export { LISTED as TOKEN_FIXTURES } from '../testing/fixtures/fixture-tokens.ts'
export { EVENT_FIXTURES, errorFixture, failedSwapFixture } from '../testing/mock/event-fixtures.ts'
export type { MockRequest, MockResponder, MockResponse } from '../testing/mock/mock-response.ts'
export {
  MOCK_SCENARIOS,
  type MockScenario,
  type MockScenarioName,
} from '../testing/mock/mock-scenarios.ts'
export {
  createMockService,
  type MockService,
  type MockServiceOptions,
} from '../testing/mock/mock-service.ts'
export { type Sandbox, type SandboxOptions, startSandbox } from '../testing/mock/sandbox.ts'
export { type LocatorLike, type SwapWidgetPage, swapWidget } from '../testing/mock/swap-widget-page.ts'
