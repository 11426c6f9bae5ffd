/**
 * A ref that gives an element its size, in CSS lengths. Not as `style`, which a strict content security policy blocks
 * in a server's answer; and above any rule of the page about such elements.
 */
export function sized(width: string, height = width): (element: HTMLElement | SVGElement | null) => void {
  return (element) => {
    element?.style.setProperty('inline-size', width)
    element?.style.setProperty('block-size', height)
  }
}
