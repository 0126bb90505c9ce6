package main

import "errors"

type App struct{}

var errTODO = errors.New("not yet")

func (a *App) Start() (StartAnswer, error) { return StartAnswer{}, errTODO }
func (a *App) Sessions(r SessionsRequest) (SessionsAnswer, error) { return SessionsAnswer{}, errTODO }
func (a *App) Open(r OpenRequest) (SessionAnswer, error) { return SessionAnswer{}, errTODO }
func (a *App) Choose() error { return errTODO }
func (a *App) Session(r CloseRequest) (SessionAnswer, error) { return SessionAnswer{}, errTODO }
func (a *App) Close(r CloseRequest) error { return errTODO }
func (a *App) Rows(r RowsRequest) (RowsAnswer, error) { return RowsAnswer{}, errTODO }
func (a *App) Graph(r GraphRequest) (GraphAnswer, error) { return GraphAnswer{}, errTODO }
func (a *App) Outcome(r OutcomeRequest) (OutcomeAnswer, error) { return OutcomeAnswer{}, errTODO }
func (a *App) Entry(r EntryRequest) (EntryAnswer, error) { return EntryAnswer{}, errTODO }
func (a *App) Settings() (SettingsAnswer, error) { return SettingsAnswer{}, errTODO }
func (a *App) SaveSettings(r SettingsAnswer) error { return errTODO }
func (a *App) OpenLink(url string) error { return errTODO }
func (a *App) Ready() error { return errTODO }
