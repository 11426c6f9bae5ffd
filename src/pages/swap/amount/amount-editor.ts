/** An edit of a grouped amount as plain text: digits and the locale's decimal separator. */
export interface AmountEdit {
  text: string
  /** The number of plain characters before the inserted text. Default 0. */
  before?: number
  /** The number of plain characters behind the caret. Default 0. */
  after?: number
}

export interface EditedField {
  /** The grouped text before the edit. */
  shown: string
  typed: string
  /** The end of the selection in `typed`. Null is the end of the text. */
  caret: number | null
  inputType: string
  /** The locale's decimal separator. */
  separator: string
}

export interface AmountEditor {
  /**
   * Removes the digit grouping of an edited text, except from the inserted part: there, a grouping
   * mark may be the decimal separator of a keypad. Deleting a grouping mark deletes the digit
   * beside it.
   */
  readEdit(edited: EditedField): AmountEdit
  /** Places the caret of a focused field behind this number of plain characters, if given. */
  placeCaret(field: HTMLInputElement | null, place: { behind?: number; separator: string }): void
  /** Records the plain text before a change. */
  record(text: string): void
  /**
   * Shows the plain text that an undo or redo restores, if any. Browsers lose their own history
   * whenever a script sets the text of a field.
   */
  restore(event: KeyboardEvent | InputEvent, field: { text: string; show: (restored: string) => void }): void
}

export function createAmountEditor(): AmountEditor {
  let past: string[] = []
  let future: string[] = []

  return {
    readEdit({ shown, typed, caret: end, inputType, separator }) {
      const caret = end ?? typed.length
      const toPlain = (text: string) => [...text].filter((mark) => isPlain(mark, separator)).join('')
      const behind = typed.slice(caret)
      const last = Math.min(caret, Math.max(0, shown.length - behind.length))
      let start = 0
      while (start < last && typed[start] === shown[start]) start++
      let head = toPlain(typed.slice(0, start))
      let tail = toPlain(behind)
      const before = head.length
      if (inputType.startsWith('delete') && head + tail === toPlain(shown)) {
        if (inputType.endsWith('Forward')) tail = tail.slice(1)
        else head = head.slice(0, -1)
      }
      return { text: head + typed.slice(start, caret) + tail, before, after: tail.length }
    },
    placeCaret(field, { behind, separator }) {
      // Safari focuses a field whose selection is set.
      if (behind === undefined || !field?.matches(':focus')) return
      let position = 0
      for (let left = behind; left > 0 && position < field.value.length; position++) {
        if (isPlain(field.value[position], separator)) left--
      }
      field.setSelectionRange(position, position)
    },
    record(text) {
      past = [...past, text]
      future = []
    },
    restore(event, { text, show }) {
      const isRedo = isRedoing(event)
      if (isRedo === undefined) return
      event.preventDefault()
      const [from, to] = isRedo ? [future, past] : [past, future]
      const restored = from.pop()
      if (restored === undefined) return
      to.push(text)
      show(restored)
    },
  }
}

function isPlain(mark = '', separator: string): boolean {
  return mark === separator || /\d/.test(mark)
}

/** Undefined for a key that neither undoes nor redoes. */
function isRedoing(event: KeyboardEvent | InputEvent): boolean | undefined {
  if ('inputType' in event) return event.inputType === 'historyRedo'
  const { key, ctrlKey, metaKey, shiftKey } = event
  if ((!ctrlKey && !metaKey) || !/^[yz]$/i.test(key)) return
  return shiftKey || /y/i.test(key)
}
