import { type ComponentType, lazy } from 'react'
import { withNeeds } from '../components/later-parts.ts'
import type { PageName } from '../events/types.ts'
import { SwapPage } from '../pages/swap/swap-page.tsx'

/** Of the later pages, for `preloadPages`. */
const loaders: (() => Promise<unknown>)[] = []

/** The swap page is in the first chunk; the others are loaded on demand. */
const pages: Partial<Record<PageName, ComponentType>> = {
  swap: SwapPage,
  'tokens-input': later(async () => (await import('../pages/tokens/tokens-page.tsx')).TokensInputPage),
  'tokens-output': later(async () => (await import('../pages/tokens/tokens-page.tsx')).TokensOutputPage),
  wallet: later(async () => (await import('../pages/wallet/wallet-page.tsx')).WalletPage),
  review: later(async () => (await import('../pages/review/review-page.tsx')).ReviewPage),
  progress: later(async () => (await import('../pages/progress/progress-page.tsx')).ProgressPage),
  recipient: later(async () => (await import('../pages/recipient/recipient-page.tsx')).RecipientPage),
  settings: later(async () => (await import('../pages/settings/settings-page.tsx')).SettingsPage),
  activity: later(async () => (await import('../pages/activity/activity-page.tsx')).ActivityPage),
  'activity-details': later(
    async () => (await import('../pages/activity/activity-details-page.tsx')).ActivityDetailsPage,
  ),
  positions: later(async () => (await import('../pages/positions/positions-page.tsx')).PositionsPage),
}

export function CurrentPage({ page }: { page: PageName }) {
  const Shown = pages[page] ?? SwapPage
  return <Shown />
}

/** Preloads the other pages on first interaction. A failed load is reported when the page is opened. */
export function preloadPages(): void {
  for (const load of loaders) load().catch(() => {})
}

function later(loadPage: () => Promise<ComponentType>): ComponentType {
  const load = async () => {
    const [page] = await Promise.all([withNeeds(loadPage()), loadExecution()])
    return { default: page }
  }
  loaders.push(load)
  return lazy(load)
}

/** A swap that is confirmed starts at once. */
async function loadExecution(): Promise<void> {
  await import('../instance/reported-execution.ts')
}
