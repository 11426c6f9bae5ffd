import { expect, type Page } from '@playwright/test'
import { type TranslateOptions, translatePage } from '../src/testing/pages/translate-page.ts'
import type { WidgetDriver } from './widget.ts'

export async function expectValue({ root }: WidgetDriver, value: string): Promise<void> {
  await expect(root.locator('[data-part="panel-input"]')).toContainText(value)
}

/** Translates some frames of a page. Default: the page itself and the frames in it. */
export async function translate(
  page: Page,
  options: TranslateOptions = {},
  frames = page.frames(),
): Promise<void> {
  const call = `(${translatePage})(document, ${JSON.stringify(options)})`
  for (const frame of frames) await frame.evaluate(call)
}
