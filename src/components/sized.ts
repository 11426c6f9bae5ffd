/**
 * Returns a ref callback that sets the size of an element in CSS lengths. A strict content security
 * policy blocks the `style` attribute in server-rendered HTML. Overrides rules of the page.
 */
export function sized(width: string, height = width): (element: HTMLElement | SVGElement | null) => void {
  return (element) => {
    element?.style.setProperty('inline-size', width)
    element?.style.setProperty('block-size', height)
  }
}
