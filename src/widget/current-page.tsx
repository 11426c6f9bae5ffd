import { type ComponentType, lazy } from 'react'
import type { PageName } from '../events/types.ts'
import { loadPageMessages } from '../i18n/load-page-messages.ts'
import { SwapPage } from '../pages/swap/swap-page.tsx'

/** What must be loaded before a page other than the swap page is rendered. */
const needs: (() => Promise<void>)[] = [loadPageMessages, loadExecution]
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

/** Adds to what all later pages need. */
export function needForPages(load: () => Promise<void>): void {
  needs.push(load)
}

/** A part of the widget that is loaded on demand, with what all later pages need. */
export async function withNeeds<Part>(part: Promise<Part>): Promise<Part> {
  const [loaded] = await Promise.all([part, ...needs.map((need) => need())])
  return loaded
}

function later(loadPage: () => Promise<ComponentType>): ComponentType {
  const load = async () => ({ default: await withNeeds(loadPage()) })
  loaders.push(load)
  return lazy(load)
}

/** A swap that is confirmed starts at once. */
async function loadExecution(): Promise<void> {
  await import('../instance/reported-execution.ts')
}
