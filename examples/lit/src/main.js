import { defineSwapElement } from '@sluice/widget/embed'
import { startSandbox } from '@sluice/widget/testing'
import { html, LitElement } from 'lit'

defineSwapElement()
// The sandbox needs no service. With a service, write its config here and remove the import of the
// testing entry.
const config = startSandbox().config()

class SwapPage extends LitElement {
  static properties = { lastPage: { state: true } }

  constructor() {
    super()
    this.lastPage = 'swap'
  }

  render() {
    return html`
      <sluice-swap .config=${config} @pageEntered=${({ detail }) => (this.lastPage = detail)}></sluice-swap>
      <p>Page: ${this.lastPage}</p>
    `
  }
}
customElements.define('swap-page', SwapPage)
