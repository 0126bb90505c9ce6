import { mount } from 'svelte'
import App from './App.svelte'
import type { Api } from './api/api'
import { wailsApi } from './api/wails'
import './styles/tokens.css'
import './styles/base.css'

/** In the development server "?fake" shows the page without Go. It is not in what is shipped. */
async function chooseApi(): Promise<Api> {
  if (import.meta.env.DEV && location.search.includes('fake')) {
    return (await import('./api/demo')).demoApi()
  }
  return wailsApi()
}

const target = document.getElementById('app')
if (target !== null) mount(App, { target, props: { api: await chooseApi() } })
