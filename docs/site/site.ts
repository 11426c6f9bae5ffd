import './site.css'
import { startSearch } from './search.ts'

startSearch(document.body.dataset.base ?? './')

// The menu is open on wide screens, where it is a column of its own.
const menu = document.querySelector('nav details')
if (matchMedia('(max-width: 800px)').matches) menu?.removeAttribute('open')

const live = document.querySelectorAll<HTMLElement>('[data-live]')
if (live.length > 0) {
  const { startLiveWidget } = await import('./live-widget.ts')
  for (const element of live) startLiveWidget(element)
}
