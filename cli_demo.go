package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"syscall"
	"time"

	"branchline/backend/demo"
)

// The speeds a demo can be told at; at 1 it takes about 90 seconds.
const slowest, fastest = 0.01, 1000

// demoPrefix begins the name of the temporary folder of a demo.
const demoPrefix = "branchline-demo-"

// runDemo opens two sessions that grow, until it is told to stop or the window is
// closed, and takes them away again.
func runDemo(c *call) (err error) {
	speed, err := c.speed()
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	dir, err := os.MkdirTemp(c.env.Temp, demoPrefix)
	if err != nil {
		return fmt.Errorf("make a folder for the demo: %w", err)
	}
	defer func() {
		if failed := os.RemoveAll(dir); err == nil && failed != nil {
			err = fmt.Errorf("remove the folder of the demo: %w", failed)
		}
	}()
	d, err := demo.Begin(dir, time.Now)
	if err != nil {
		return err
	}
	told := make(chan struct{})
	defer func() {
		stop()
		<-told
	}()
	go guarded(func() {
		defer close(told)
		err := errors.Join(d.Play(pace(ctx, speed)), d.Close())
		if err != nil && ctx.Err() == nil {
			fmt.Fprintf(c.errOut, "branchline: the demo ends here: %s\n", visible(err.Error()))
		}
	})
	if c.hasWindow() {
		// One that is open already would outlast the files.
		return openWindow(c.env, d.Files(), "", nil)
	}
	return c.serve(ctx, d.Files())
}

// speed is the value of --speed, 1 when it is not given.
func (c *call) speed() (float64, error) {
	text, ok := c.flags["speed"]
	if !ok {
		return 1, nil
	}
	speed, err := strconv.ParseFloat(text, 64)
	if err != nil || !(speed >= slowest && speed <= fastest) {
		return 0, &misuse{fmt.Sprintf("--speed %q is no number from %v to %v", text, slowest, fastest), "branchline demo [--speed N]"}
	}
	return speed, nil
}

// pace waits for as long as something takes at a speed, or until ctx ends.
func pace(ctx context.Context, speed float64) func(time.Duration) error {
	return func(d time.Duration) error {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Duration(float64(d) / speed)):
			return nil
		}
	}
}
