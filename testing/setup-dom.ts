import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach } from 'vitest'
import { addMessages } from '../src/i18n/create-translator.ts'
import { PAGE_MESSAGES_EN } from '../src/i18n/page-messages-en.ts'
import { findLooseTexts } from './loose-text.ts'

// Files of one worker share a page: what an earlier one stored, and its title, end here. One of the server has none.
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
  // What is removed inside another element keeps the focus in jsdom: then none is active, also in later files of the worker.
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
// A test may render a part of a page without the loader that brings its texts.
addMessages(PAGE_MESSAGES_EN)
