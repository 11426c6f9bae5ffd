import { withTexts } from '../i18n/load-page-messages.ts'

const needs: (() => Promise<void>)[] = []

/** Adds to what all parts that are loaded on demand need beside their texts, such as the styles of a shadow root. */
export function needForLaterParts(load: () => Promise<void>): void {
  needs.push(load)
}

/** A part of the widget that is loaded on demand, with its texts and what else such parts need. */
export async function withNeeds<Part>(part: Promise<Part>): Promise<Part> {
  const [loaded] = await Promise.all([withTexts(part), ...needs.map((need) => need())])
  return loaded
}
