// A voting site from Go with go-redis: `go get github.com/redis/go-redis/v9`.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/redis/go-redis/v9"
)

// An Article has the entries that the program needs. Vote is nil once voting has closed.
type Article struct {
	ID     int64    `json:"id"`
	Title  string   `json:"title"`
	Votes  int64    `json:"votes"`
	Vote   *int64   `json:"vote"`
	Groups []string `json:"groups"`
}

// must ends the program on an error that the story does not expect.
func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

// code returns the first word of an error.
func code(err error) string {
	word, _, _ := strings.Cut(err.Error(), " ")
	return word
}

func main() {
	ctx := context.Background()
	client := redis.NewClient(must(redis.ParseURL(os.Getenv("REDIS_URL"))))
	defer client.Close()

	// do returns a reply with its type still open.
	do := func(args ...any) *redis.Cmd { return client.Do(ctx, args...) }
	// read decodes the reply of a command that reads.
	read := func(reply any, args ...any) {
		text := must(do(append(args, "FORMAT", "JSON")...).Text())
		must(0, json.Unmarshal([]byte(text), reply))
	}

	link := "https://example.com"
	post := do("ARTICLE.POST", "news", "alice", "Hello", link, "GROUPS", 1, "intro")
	fmt.Println("posted", must(post.Int()))
	link = "https://example.org"
	post = do("ARTICLE.POST", "news", "bob", "Modules", link, "GROUPS", 2, "rust", "intro")
	fmt.Println("posted", must(post.Int()))

	for i := 0; i < 2; i++ {
		// The user is before the id. Voting again changes nothing.
		vote := redis.NewMapStringInterfaceCmd(ctx, "ARTICLE.VOTE", "news", "carol", 1, "WITHCOUNTS")
		client.Process(ctx, vote)
		counts := must(vote.Result())
		fmt.Printf("changed %v, votes %v\n", counts["changed"], counts["votes"])
	}

	var page []Article
	read(&page, "ARTICLE.PAGE", "news", 1, "VIEWER", "carol")
	for _, a := range page {
		fmt.Printf("%d %s: votes %d, your vote %d, groups %s\n",
			a.ID, a.Title, a.Votes, *a.Vote, strings.Join(a.Groups, " "))
	}
	read(&page, "ARTICLE.GROUPPAGE", "news", "rust", 1)
	for _, a := range page {
		fmt.Println("rust:", a.ID)
	}

	fmt.Print("cursor:")
	query := []any{"ARTICLE.PAGE", "news", 1, "SIZE", 1, "WITHCURSOR", "RETURN", 1, "id"}
	for more := true; more; {
		var cursor *string
		read(&[]any{&page, &cursor}, query...)
		for _, a := range page {
			fmt.Print(" ", a.ID)
		}
		if more = cursor != nil; more {
			query = append(query[:9:9], "AFTER", *cursor)
		}
	}
	fmt.Println()

	if err := do("ARTICLE.GET", "news", 99).Err(); err == redis.Nil {
		fmt.Println("nil")
	}

	for _, command := range []string{
		"ARTICLE.VOTE news bob 99",
		"ARTICLE.VOTE strict bob 2",
		"ARTICLE.VOTE strict bob 3",
		"ARTICLE.VOTE strict bob 1 DOWN",
		"ARTICLE.VOTE strict alice 1",
		"ARTICLE.CREATE strict",
		"ARTICLE.PAGE text 1",
		"ARTICLE.PAGE news 0",
	} {
		var args []any
		for _, word := range strings.Fields(command) {
			args = append(args, word)
		}
		if err := do(args...).Err(); err != nil {
			fmt.Printf("%s: %s\n", command, code(err))
		}
	}

	// Exec returns the first error; each command has its own.
	votes, _ := client.Pipelined(ctx, func(pipe redis.Pipeliner) error {
		for _, id := range []int{1, 99, 2} {
			pipe.Do(ctx, "ARTICLE.VOTE", "news", "dave", id)
		}
		return nil
	})
	fmt.Print("pipeline:")
	for _, vote := range votes {
		if err := vote.Err(); err != nil {
			fmt.Print(" ", code(err))
		} else {
			fmt.Print(" ", vote.(*redis.Cmd).Val())
		}
	}
	fmt.Println()
}
