import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { addMessages } from '../src/i18n/create-translator.ts'
import { PAGE_MESSAGES_EN } from '../src/i18n/page-messages-en.ts'

// Files of one worker share a page: what an earlier one stored, and its title, end here. One of the server has none.
if (typeof document !== 'undefined') {
  localStorage.clear()
  sessionStorage.clear()
  document.title = ''
}
// Rendering may be slow on a busy machine.
configure({ asyncUtilTimeout: 30_000 })
afterEach(() => {
  cleanup()
  // What is removed inside another element keeps the focus in jsdom: then none is active, also in later files of the worker.
  if (typeof document === 'undefined' || document.activeElement) return
  const field = document.body.appendChild(document.createElement('input'))
  field.focus()
  field.remove()
})
// A test may render a part of a page without the loader that brings its texts.
addMessages(PAGE_MESSAGES_EN)
