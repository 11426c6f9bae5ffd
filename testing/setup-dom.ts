import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach } from 'vitest'
import { addMessages } from '../src/i18n/create-translator.ts'
import { PAGE_MESSAGES_EN } from '../src/i18n/page-messages-en.ts'
import { findLooseTexts } from './loose-text.ts'

// Test files of one worker share a page, so its storage and title are reset here. Server tests have
// no page.
if (typeof document !== 'undefined') {
  localStorage.clear()
  sessionStorage.clear()
  document.title = ''
}
// Rendering may be slow on a busy machine.
configure({ asyncUtilTimeout: 30_000 })
const loose: string[] = []
const observer =
  typeof document === 'undefined'
    ? undefined
    : new MutationObserver((records) => {
        for (const { addedNodes } of records)
          for (const node of addedNodes) loose.push(...findLooseTexts(node))
      })
beforeEach(() => {
  loose.length = 0
  observer?.observe(document, { childList: true, subtree: true })
})
afterEach(() => {
  observer?.disconnect()
  cleanup()
  // In jsdom a removed descendant keeps the focus. No element is then active, also in later files
  // of the worker.
  if (typeof document === 'undefined' || document.activeElement) return
  const field = document.body.appendChild(document.createElement('input'))
  field.focus()
  field.remove()
})
afterEach(() => {
  if (loose.length)
    throw new Error(
      `A page translator breaks these texts, which need an element of their own:\n${[...new Set(loose)].join('\n')}`,
    )
})
// A test may render a part of a page without the loader of its texts.
addMessages(PAGE_MESSAGES_EN)
