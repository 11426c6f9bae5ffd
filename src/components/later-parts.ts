import { withTexts } from '../i18n/load-page-messages.ts'

const needs: (() => Promise<void>)[] = []

/**
 * Adds a loader that runs with each lazy part, e.g. for the styles of a shadow root.
 */
export function needForLaterParts(load: () => Promise<void>): void {
  needs.push(load)
}

/** Loads a lazy part together with its texts and the added loaders. */
export async function withNeeds<Part>(part: Promise<Part>): Promise<Part> {
  const [loaded] = await Promise.all([withTexts(part), ...needs.map((need) => need())])
  return loaded
}
