// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title The one door of Sluice on chain.
/// @notice Unaudited. Holds approvals, therefore never makes a call a caller chose.
interface ISettlement {
    /// @param inputToken what is sold; 0xEeee…EEeE is the native token
    /// @param outputToken what is bought; 0xEeee…EEeE is the native token
    /// @param inputAmount pulled from msg.sender, so a purchase costs at most this; what the route does not use is
    ///        refunded to msg.sender, with what anybody left of it in the executor: a contract that pays in the native
    ///        token has to take it, also where it expects no refund, or the trade fails
    /// @param minOutputAmount the least the receiver's balance must grow by, after all fees; never 0. One unit less
    ///        passes where exactly this was sent of a token that credits rounded shares
    /// @param outputReceiver who is paid; never zero, the settlement, its executor or the wrapper of the native token
    /// @param partner who earns the partner fee, half the settlement fee and a share of surplus; 0 for nobody;
    ///        otherwise refused like a receiver. What it refuses, or the treasury, goes to the receiver
    /// @param partnerFeeBps basis points of the gross output, 0 to 1000; 0 without a partner
    /// @param settlementFee base units of the output token; at least 3 bps of the gross output is taken, at most
    ///        the larger of 5 bps and this amount, and this amount counts up to 10 % of the gross output
    ///        (every division here rounds down; of an odd fee the treasury has the odd unit)
    /// @param surplusThreshold net output (after partner and settlement fee) above which surplus is shared: what
    ///        exceeds both it and minOutputAmount, capped at 5 % of the gross output, goes 33 % to the treasury, 33 %
    ///        to the partner if there is one, the rest to the receiver; type(uint256).max turns sharing off
    /// @param deadline unix seconds; later is refused
    struct Trade {
        address inputToken;
        address outputToken;
        uint256 inputAmount;
        uint256 minOutputAmount;
        address outputReceiver;
        address partner;
        uint256 partnerFeeBps;
        uint256 settlementFee;
        uint256 surplusThreshold;
        uint256 deadline;
    }

    event Swapped(
        address indexed sender,
        address indexed outputReceiver,
        address inputToken,
        address outputToken,
        uint256 inputSpent,
        uint256 outputReceived,
        uint256 partnerPaid,
        uint256 treasuryPaid
    );

    error Expired(uint256 deadline);
    error InsufficientOutput(uint256 received, uint256 minimum);
    error InvalidAmount();
    error InvalidFee();
    error InvalidReceiver();
    error InvalidToken();
    error InvalidValue();
    error PermitMalformed();
    error Reentered();

    /// @param trade what is promised
    /// @param route sells all of the input, or as much as its portions say: abi.encode(IExecutor.Step[]);
    ///        or buys an exact gross output, and refunds what is left of the input:
    ///        0x01 ++ uint256 amountOut ++ abi.encode(IExecutor.Step[]); not read when the trade only wraps or unwraps, which turns
    ///        all of the input
    /// @param permit not read when the input is native; empty: plain allowance to this contract;
    ///        0x01 ++ abi.encode(PermitSingle, bytes signature): a signed Permit2 permit, then pull through Permit2;
    ///        0x02 ++ abi.encode(uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s): EIP-2612, then plain allowance;
    ///        0x03: pull through a standing Permit2 allowance.
    ///        A permit that fails is ignored: someone may have used it first; the allowance decides.
    /// @return outputReceived what the receiver's balance grew by
    function swap(Trade calldata trade, bytes calldata route, bytes calldata permit)
        external
        payable
        returns (uint256 outputReceived);
}

/// @title Runs routes for the settlement; nobody ever approves anything to it.
interface IExecutor {
    /// @param kind 0: V2 pair; 1: V3 pool (data = abi.encode(uint24 fee)), or one of Algebra, where the fee is not read;
    ///        2: supply to Aave V3 (underlying to
    ///        aToken); 3: withdraw from Aave V3 (aToken to underlying); 4: deposit into an ERC-4626 vault (asset to
    ///        share); 5: redeem from an ERC-4626 vault (share to asset); 6: swap in a pool of a Balancer V2 vault
    ///        (data = abi.encode(bytes32 poolId)); 7: swap in a pool of a Uniswap V4 manager
    ///        (data = abi.encode(uint24 fee, int24 tickSpacing, bool isNative, address hooks); isNative: the pool trades the
    ///        native coin, which the step names by what it is wrapped into; hooks: 0 for none); 9: pair of Solidly or a fork
    ///        (data = abi.encode(bool stable)); 10: swap in a plain pool of Curve's StableSwap
    ///        (data = abi.encode(Curve.Coins): indexes of the two coins, the pool's code, the pool where a factory is trusted,
    ///        and the factors that scale all coins to 18 decimals); 12: swap in a pool of a Balancer V3 vault (data = abi.encode(address pool)); 13: sell the gem of a peg
    ///        stability module; 14: buy it, and as much of it as tokenIn pays for; 15: change DAI for USDS in Sky's DaiUsds;
    ///        16: USDS for DAI; 17: wrap stETH in wstETH; 18: unwrap it; 19: swap in a pool of a factory of Curve's StableSwap-NG
    ///        (data = abi.encode(address pool, uint8 from, uint8 to): the pool and the indexes of the two coins); 20: the same
    ///        of Curve's CryptoSwap. Not read where no data is named
    /// @param source index into the sources given at construction; its kind must fit the step's
    /// @param portion share of the executor's current balance of tokenIn that this step sells, of 2^64 - 1;
    ///        2^64 - 1 sells all of it; otherwise floor(balance * portion / (2^64 - 1)). In a purchase, the share that
    ///        this step buys of what is still needed of tokenOut
    struct Step {
        uint8 kind;
        uint8 source;
        uint64 portion;
        address tokenIn;
        address tokenOut;
        bytes data;
    }

    /// @param kind 0: V2, 1: V3, 2: Aave V3 (for steps of kind 2 and 3), 4: ERC-4626 (for 4 and 5), 6: Balancer V2,
    ///        7: Uniswap V4, 9: Solidly, 10: Curve's StableSwap, 11: Algebra Integral (for steps of kind 1), 12: Balancer V3,
    ///        13: peg stability module (for 13 and 14) or DaiUsds (for 15 and 16), 17: wstETH (for 17 and 18),
    ///        19: Curve's StableSwap-NG, 20: Curve's CryptoSwap of two coins or of three, whose purchases are priced by the
    ///        contract that the factory names at the time (`views_implementation()`), which its admin may replace
    /// @param factory whose pools are trusted; a pool's address is derived from it, never taken from the caller. Of
    ///        PancakeSwap V3, which is of kind 1, and of Algebra the contract that makes the factory's pools.
    ///        Of kind 2 the lending pool, of kind 4 the vault of tokens, of kind 6 the vault of pools, of kind 7
    ///        the manager of pools, of kind 10 the pool or its factory, of kind 12 the vault of pools, of kind 13 the module or
    ///        converter, of kind 17 wstETH: trusted itself. Of kinds 19 and 20 the factory. One of Curve's must name
    ///        the pool of a step
    /// @param initCodeHash of the factory's pools; 0 where nothing is derived
    /// @param feeBps of a V2 fork, in basis points; of a Solidly fork too, or 0 where its factory names the fee of each pair
    ///        (`getFee(address, bool)`); 0 for all others
    struct Source {
        uint8 kind;
        address factory;
        bytes32 initCodeHash;
        uint16 feeBps;
    }

    error NotSettlement();
    error NotPool();
    error UnknownKind(uint8 kind);
    error UnknownSource(uint8 source);
    error WrongToken(address token);

    /// @notice Called by the settlement alone, after an ERC-20 input has been sent here; a native input arrives as
    ///         value and is wrapped. Steps that sell run in order. What a step buys of `outputToken` goes straight to the
    ///         settlement, therefore no step can sell it again; what the next step sells whole into a V2 pair goes
    ///         straight there. Leaves nothing of the trade behind: what is left of each intermediate token goes to
    ///         `trader`.
    ///
    ///         Steps that buy stand in the opposite order: the first buys of `outputToken`. Each step's price adds to what is needed
    ///         of its tokenIn; steps after it run until nothing more of that is needed, the last to buy it with a portion of
    ///         all, and then the step is paid. The last of all sells the input, of which the price is at most what is there.
    ///         Between its price and its payment a pool must not trade, which would spoil the price; once it is paid it may be
    ///         asked again. The gross
    ///         output is exactly the amount named: what the receiver is promised, and the fees on it. Of an
    ///         interest-bearing token of Aave eight units more are supplied than are bought, because its shares are rounded
    ///         as they change hands; what rounding leaves of them goes to the receiver. Withdrawing costs one unit more than
    ///         it brings. Of stETH, whose shares are rounded too, eight units more are unwrapped than are bought; what payments
    ///         and refunds of it leave of a share stays with the settlement or here, and here goes to whoever sells stETH next.
    ///         What a unit of a coarse token buys beyond, of a StableSwap pool or of a peg stability module, and what a CryptoSwap
    ///         pool pays beyond, whose input is found by its own views to some ten-millionths, goes to the receiver, or to `trader`
    ///         where it is not the output. What is left of a sale for less than a unit of a gem
    ///         goes to `inputLeftTo` or to `trader`. A pair or V3 pool that sells a token of Aave on may miss a unit of what it is paid, and
    ///         refuse. A token that takes a fee on transfer cannot be bought with or through.
    /// @param inputToken what the route sells, never native
    /// @param outputToken what the route buys, never native
    /// @param trader who called the settlement
    /// @param inputLeftTo gets the input that was not sold: the trader, or the settlement when it must be unwrapped
    /// @return inputLeft how much that was
    function execute(
        address inputToken,
        address outputToken,
        address trader,
        address inputLeftTo,
        bytes calldata route
    ) external payable returns (uint256 inputLeft);
}

/// @title Never deployed: carries the type of a route into the ABI, where encoders find it.
interface IRoute {
    function route(IExecutor.Step[] calldata steps) external;
}
