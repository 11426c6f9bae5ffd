const PLACED = 'position:absolute;pointer-events:none;white-space:pre;overflow:hidden;'

/** Ends the movement of a field. */
const endings = new WeakMap<HTMLInputElement, () => void>()

/**
 * Rolls the digits of a field that differ from its earlier text, upwards if the amount grew. The
 * text of the field itself does not wait. Ends an earlier movement of the field.
 */
export function rollDigits(
  field: HTMLInputElement,
  { before, separator }: { before: string; separator: string },
): void {
  endings.get(field)?.()
  const after = field.value
  const style = getComputedStyle(field)
  const duration = readMilliseconds(style.getPropertyValue('--sluice-duration-slow'))
  const easing = style.getPropertyValue('--sluice-easing').trim() || 'ease-out'
  // A text that does not fit is scrolled, and the overlay could not follow.
  if (!duration || !('animate' in field) || field.scrollWidth > field.clientWidth) return
  const overlay = document.createElement('span')
  overlay.ariaHidden = 'true'
  overlay.translate = false
  overlay.style.cssText = PLACED
  const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = field
  Object.assign(overlay.style, {
    left: `${offsetLeft}px`,
    top: `${offsetTop}px`,
    width: `${offsetWidth}px`,
    height: `${offsetHeight}px`,
    boxSizing: 'border-box',
    padding: style.padding,
    font: style.font,
    fontVariantNumeric: style.fontVariantNumeric,
    letterSpacing: style.letterSpacing,
    lineHeight: `${offsetHeight - Number.parseFloat(style.paddingTop) - Number.parseFloat(style.paddingBottom)}px`,
    color: style.color,
    direction: 'ltr',
    textAlign: style.textAlign,
  })
  const shift = toNumber(after, separator) > toNumber(before, separator) ? 0.4 : -0.4
  const isAligned = before.length === after.length
  overlay.append(
    ...[...after].map((character, index) => {
      if (!/\d/.test(character) || (isAligned && character === before[index])) return character
      const digit = document.createElement('span')
      digit.style.display = 'inline-block'
      digit.textContent = character
      digit.animate([{ transform: `translateY(${shift}em)`, opacity: 0 }, {}], { duration, easing })
      return digit
    }),
  )
  field.after(overlay)
  field.style.color = 'transparent'
  const end = () => {
    clearTimeout(timer)
    field.removeEventListener('input', end)
    overlay.remove()
    field.style.color = ''
  }
  const timer = setTimeout(end, duration)
  field.addEventListener('input', end)
  endings.set(field, end)
}

/** Returns the value of a grouped text. */
function toNumber(text: string, separator: string): number {
  return Number(text.replace(/\D/g, (mark) => (mark === separator ? '.' : '')))
}

function readMilliseconds(time: string): number {
  const value = Number.parseFloat(time)
  if (!Number.isFinite(value)) return 0
  return /[\d.]\s*ms\s*$/.test(time) ? value : value * 1000
}
